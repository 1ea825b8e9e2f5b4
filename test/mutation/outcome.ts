import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { MutantResult } from "@stryker-mutator/api/core";
import type { Area } from "./areas.ts";
import { offsetsOf } from "./offsets.ts";

export type Outcome = {
  area: Area;
  noticed: number;
  survived: readonly MutantResult[];
  uncovered: readonly MutantResult[];
};

export function createOutcome(area: Area, results: readonly MutantResult[]): Outcome {
  const of = (...statuses: MutantResult["status"][]) => results.filter(({ status }) => statuses.includes(status));
  return {
    area,
    noticed: of("Killed", "Timeout", "RuntimeError").length,
    survived: of("Survived"),
    uncovered: of("NoCoverage"),
  };
}

const triedIn = ({ noticed, survived, uncovered }: Outcome) => noticed + survived.length + uncovered.length;

export function percentage(outcome: Outcome): number {
  return (100 * outcome.noticed) / Math.max(1, triedIn(outcome));
}

export function toTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { area, noticed, survived, uncovered } = outcome;
    const percent = `${percentage(outcome).toFixed(0)} % (goal ${area.goal} %)`;
    return [area.name, triedIn(outcome), noticed, survived.length, uncovered.length, percent].map(String);
  });
  const all = [["Area", "Changes", "Killed", "Survived", "No coverage", "Noticed"], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const onOneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

export function describeChange({ fileName, location, replacement }: MutantResult): string {
  const text = readFileSync(fileName, "utf8");
  const { start, end } = offsetsOf(text, location, 1);
  const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
  return `${place}  ${onOneLine(text.slice(start, end))}  →  ${onOneLine(replacement)}`;
}
