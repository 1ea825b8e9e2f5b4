import { redriveCommand } from "../lib/redrive/command.ts";

process.exitCode = await redriveCommand.run(process.argv.slice(2));
