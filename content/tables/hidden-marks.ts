import { hiddenMarks } from "../authoring/clean-text.ts";
import { override } from "../authoring/text-faults.ts";
import type { Cell } from "./read-table.ts";
import { at } from "./segment-of-row.ts";

/** As Unicode calls them. */
const names: Readonly<Record<string, string>> = {
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

const nameOf = (mark: string) =>
  names[mark] ?? `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Those that order what is shown. */
const ofDirection = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/;

function listOf(marks: readonly string[]): string {
  const counted = [...Map.groupBy(marks, nameOf)].map(([name, same]) =>
    same.length > 1 ? `${same.length} × ${name}` : name,
  );
  return counted.join(", ");
}

/** What is told of the marks in cells that nobody sees; such as turn letters round leave in doubt what is meant. */
export function hiddenIn(cells: readonly Cell[]): { doubts: string[]; advice: string[] } {
  const doubts: string[] = [];
  const advice: string[] = [];
  for (const cell of cells) {
    const marks = hiddenMarks(cell.written);
    const left = `holds what nobody sees (${listOf(marks)})`;
    if (marks.some((mark) => override.test(mark))) {
      doubts.push(`${at(cell)}: ${left}, so that its letters are shown in another order; type the text anew`);
    } else if (marks.some((mark) => ofDirection.test(mark))) {
      advice.push(`${at(cell)}: ${left}, and is taken without; see that numbers and punctuation stay in their places`);
    } else if (marks.length > 0) advice.push(`${at(cell)}: ${left}, and is taken without`);
  }
  return { doubts, advice };
}
