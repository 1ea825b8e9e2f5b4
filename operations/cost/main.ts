import { writeFileSync } from "node:fs";
import { createCommand } from "../command-line/command.ts";
import { createCostDocuments } from "./documents.ts";

/** --write also updates the tables in docs/cost.md and docs/scale.md. */
const cost = createCommand(
  { usage: "npm run cost [-- --write]", positionals: 0 },
  { write: { type: "boolean", default: false } },
  async ({ values: { write } }, { print }) => {
    for (const { path, text, tables } of createCostDocuments()) {
      print(`${Object.values(tables).join("\n\n")}\n`);
      if (write) writeFileSync(path, text);
    }
    return 0;
  },
);

process.exitCode = await cost.run(process.argv.slice(2));
