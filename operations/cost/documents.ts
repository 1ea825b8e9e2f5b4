import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { stackWithoutCode } from "../../lib/stack-without-code.ts";
import { readStage } from "../../lib/stages.ts";
import type { Standing } from "./bill.ts";
import { costTables, type StandingFor } from "./cost-tables.ts";
import { withBlock } from "./markdown.ts";
import { scaleTables } from "./scale-tables.ts";
import { standingOf } from "./standing.ts";

const docs = join(import.meta.dirname, "../../docs");

function productionFor(learners: number): unknown {
  return Template.fromStack(stackWithoutCode("prod", { ...readStage("prod"), learners }).stack).toJSON();
}

/** What stands in the production stage, whose template is made once for each number of learners. */
function standingInProduction(): StandingFor {
  const known = new Map<number, Standing>();
  return (learners) => {
    const standing = known.get(learners) ?? standingOf(productionFor(learners));
    known.set(learners, standing);
    return standing;
  };
}

/** The documents that hold computed tables, by their path, and each with the tables of today. */
export function documentsOfToday(): { path: string; text: string; tables: Readonly<Record<string, string>> }[] {
  const tables = {
    cost: costTables(standingInProduction()),
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
