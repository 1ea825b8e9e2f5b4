import { readFileSync } from "node:fs";
import { join } from "node:path";
import { costTables } from "../cost/cost-tables.ts";
import { stageTemplate } from "../cost/stage-template.ts";
import { standingOf } from "../cost/standing.ts";
import { withBlock } from "../generated-block.ts";
import { scaleTables } from "./scale-tables.ts";

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
