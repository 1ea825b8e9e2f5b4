import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { createStackWithoutCode } from "../../lib/stack-without-code.ts";
import { readStage } from "../../lib/stages.ts";
import type { FixedMonthlyUnits } from "./bill.ts";
import { createCostTables, type FixedMonthlyUnitsFor } from "./cost-tables.ts";
import { countFixedMonthlyUnits } from "./fixed-monthly-cost.ts";
import { replaceBlock } from "./markdown.ts";
import { createScaleTables } from "./scale-tables.ts";

const docsDirectory = join(import.meta.dirname, "../../docs");

function createProductionTemplate(learners: number): unknown {
  return Template.fromStack(createStackWithoutCode("prod", { ...readStage("prod"), learners }).stack).toJSON();
}

/** Caches the units, because creating a template takes seconds. */
function fixedUnitsInProduction(): FixedMonthlyUnitsFor {
  const known = new Map<number, FixedMonthlyUnits>();
  return (learners) => {
    const fixedUnits = known.get(learners) ?? countFixedMonthlyUnits(createProductionTemplate(learners));
    known.set(learners, fixedUnits);
    return fixedUnits;
  };
}

export function createCostDocuments(): { path: string; text: string; tables: Readonly<Record<string, string>> }[] {
  const tables = {
    cost: createCostTables(fixedUnitsInProduction()),
    scale: createScaleTables(),
  };
  return Object.entries(tables).map(([name, blocks]) => {
    const path = join(docsDirectory, `${name}.md`);
    const text = Object.entries(blocks).reduce(
      (document, [block, table]) => replaceBlock(document, block, table),
      readFileSync(path, "utf8"),
    );
    return { path, text, tables: blocks };
  });
}
