import { findHiddenMarks } from "../authoring/clean-text.ts";
import { directionOverride } from "../authoring/text-faults.ts";
import { describeCellPosition } from "./parse-segment-row.ts";
import type { Cell } from "./read-table.ts";

const markNames: Readonly<Record<string, string>> = {
  "\u00ad": "soft hyphen",
  "\u061c": "Arabic letter mark",
  "\u200b": "zero width space",
  "\u200c": "zero width non-joiner",
  "\u200d": "zero width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "pop directional formatting",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first strong isolate",
  "\u2069": "pop directional isolate",
  "\ufeff": "byte order mark",
};

const markName = (mark: string) =>
  markNames[mark] ?? `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/;

function listMarks(marks: readonly string[]): string {
  const counted = [...Map.groupBy(marks, markName)].map(([name, same]) =>
    same.length > 1 ? `${same.length} × ${name}` : name,
  );
  return counted.join(", ");
}

/** Direction overrides are doubts, because they change the order of letters. Other hidden characters are advice. */
export function checkHiddenMarks(cells: readonly Cell[]): { doubts: string[]; advice: string[] } {
  const doubts: string[] = [];
  const advice: string[] = [];
  for (const cell of cells) {
    const marks = findHiddenMarks(cell.raw);
    const left = `contains hidden characters (${listMarks(marks)})`;
    if (marks.some((mark) => directionOverride.test(mark))) {
      doubts.push(
        `${describeCellPosition(cell)}: ${left}, which show its letters in another order; type the text again`,
      );
    } else if (marks.some((mark) => directionMarks.test(mark))) {
      advice.push(
        `${describeCellPosition(cell)}: ${left}, which were removed; check that numbers and punctuation are in their places`,
      );
    } else if (marks.length > 0) advice.push(`${describeCellPosition(cell)}: ${left}, which were removed`);
  }
  return { doubts, advice };
}
