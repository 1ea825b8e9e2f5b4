import { type Column, columns, findColumn, findNearestColumn, isHeadingLike } from "./columns.ts";
import { describeCellPosition } from "./parse-segment-row.ts";
import { type Cell, columnLetter, type Row } from "./read-table.ts";

export type TableLayout = {
  places: ReadonlyMap<Column, number>;
  /** Without the headings. */
  rows: readonly Row[];
  doubts: string[];
  advice: string[];
  isUnreadable: boolean;
};

export function findLayout(rows: readonly Row[]): TableLayout {
  const [first, ...others] = rows;
  const places = new Map<Column, number>();
  if (!first || !isHeadingLike(first.cells.map((cell) => cell.text))) {
    places.set("original", 0).set("translation", 1);
    return { places, rows, doubts: [], advice: describeUnheaded(rows, new Set([0, 1])), isUnreadable: false };
  }
  const doubts: string[] = [];
  for (const [index, { text }] of first.cells.entries()) {
    const column = findColumn(text);
    const before = column && places.get(column);
    if (before !== undefined) {
      doubts.push(
        `row ${first.row}: columns ${columnLetter(before)} and ${columnLetter(index)} both contain the ${column}; keep one`,
      );
    } else if (column) places.set(column, index);
  }
  const advice: string[] = [];
  const meant = new Set<Column>();
  for (const cell of first.cells.filter(({ text }) => text !== "" && !findColumn(text))) {
    const nearest = findNearestColumn(cell.text);
    if (nearest && !places.has(nearest)) {
      meant.add(nearest);
      doubts.push(describeUnknown(cell, `did you mean "${nearest}"?`));
    } else advice.push(describeUnknown(cell, "its column is left out"));
  }
  const missing = (["original", "translation"] as const).filter((column) => !places.has(column));
  for (const column of missing.filter((one) => !meant.has(one))) {
    doubts.push(`row ${first.row}: no heading is "${column}"; the headings are ${columns.join(", ")}`);
  }
  const headed = first.cells.flatMap(({ text }, index) => (text === "" ? [] : [index]));
  advice.push(...describeUnheaded(others, new Set(headed)));
  return { places, rows: others, doubts, advice, isUnreadable: missing.length > 0 };
}

function describeUnheaded(rows: readonly Row[], headed: ReadonlySet<number>): string[] {
  const written = rows.flatMap(({ cells }) => cells.flatMap(({ text }, index) => (text === "" ? [] : [index])));
  const unheaded = [...new Set(written)].filter((index) => !headed.has(index)).toSorted((one, other) => one - other);
  return unheaded.map((index) => `column ${columnLetter(index)} has no heading, and is left out`);
}

const describeUnknown = (cell: Cell, then: string) =>
  `${describeCellPosition(cell)}: the heading "${cell.text}" is unknown; ${then}`;
