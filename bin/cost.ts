import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { documentsOfToday } from "../lib/scale/documents.ts";

// Prints the tables; with --write it puts them into docs/cost.md and docs/scale.md too.
await runCommand("Usage: npm run cost [-- --write]", async () => {
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
  for (const { path, text, tables } of documentsOfToday()) {
    process.stdout.write(`${Object.values(tables).join("\n\n")}\n\n`);
    if (values.write) writeFileSync(path, text);
  }
  return 0;
});
