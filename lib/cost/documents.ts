import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withBlock } from "../generated-block.ts";
import { scaleTables } from "../scale/scale-tables.ts";
import { costTables } from "./cost-tables.ts";
import { stageTemplate } from "./stage-template.ts";
import { standingOf } from "./standing.ts";

const docs = join(import.meta.dirname, "../../docs");

/** The documents that hold computed tables, by their path, and each with the tables of today. */
export function documentsOfToday(): { path: string; text: string; tables: Readonly<Record<string, string>> }[] {
  const tables = {
    cost: costTables((learners) => standingOf(stageTemplate(learners))),
    scale: scaleTables(),
  };
  return Object.entries(tables).map(([name, blocks]) => {
    const path = join(docs, `${name}.md`);
    const text = Object.entries(blocks).reduce(
      (document, [block, table]) => withBlock(document, block, table),
      readFileSync(path, "utf8"),
    );
    return { path, text, tables: blocks };
  });
}
