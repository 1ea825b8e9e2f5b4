import { parseArgs } from "node:util";
import { runRedrive } from "../lib/redrive/command.ts";

const { values, positionals } = parseArgs({
  options: { stage: { type: "string" }, list: { type: "boolean", default: false } },
  allowPositionals: true,
});

process.exitCode = await runRedrive({ stage: values.stage, handler: positionals[0], listOnly: values.list });
