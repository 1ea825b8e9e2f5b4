import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { documentsOfToday } from "../lib/scale/documents.ts";

// `npm run cost` prints the tables, and with --write puts them into docs/cost.md and docs/scale.md too.
const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

for (const { path, text, tables } of documentsOfToday()) {
  process.stdout.write(`${Object.values(tables).join("\n\n")}\n\n`);
  if (values.write) writeFileSync(path, text);
}
