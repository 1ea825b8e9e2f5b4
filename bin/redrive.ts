import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { redriveUsage, runRedrive } from "../lib/redrive/command.ts";

await runCommand(redriveUsage, async () => {
  const options = { stage: { type: "string" }, list: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  return runRedrive({ stage: values.stage, handler: positionals[0], listOnly: values.list });
});
