import { findLanguage, type LanguageName } from "../../domain/language.ts";
import { type ScoringUnit, unitKinds } from "../../domain/scenario.ts";
import { lengthProblem } from "../authoring/script-length.ts";
import type { ScriptSegment } from "../authoring/script-source.ts";
import { isWrittenAs, whichIsEnglish } from "../authoring/writing.ts";
import type { Cell, Row } from "./read-table.ts";

/** What columns may be called, in any case. */
const headings = {
  original: ["original", "source", "original_script", "text"],
  translation: ["translation", "target", "translated_script", "reference"],
  speaker: ["speaker", "role", "name", "who"],
  language: ["language", "original_language", "lang", "direction"],
  units: ["units", "scoring units"],
} as const;
export type Column = keyof typeof headings;
export const columns: readonly Column[] = ["original", "translation", "speaker", "language", "units"];

/** How a unit stands in a cell: "kind: words = words in translation", several of them separated by "|". */
const unitForm = /^\s*(?<kind>[a-z-]+)\s*:\s*(?<original>.+?)\s*=\s*(?<translation>.+?)\s*$/;

/** A dialogue as a table told it, or everything in the table that is doubtful, by cell. */
export type Told = { segments: ScriptSegment[] } | { doubts: string[] };

const columnOf = (name: string): Column | undefined =>
  columns.find((column) => headings[column].some((heading) => heading === name.toLowerCase()));

/** Where each column stands; a table without headings has the original first and its translation beside it. */
function placesIn([first]: readonly Row[]): { places: Map<Column, number>; hasHeadings: boolean } {
  const named = (first?.cells ?? []).flatMap((cell, index) => {
    const column = columnOf(cell.text);
    return column ? [[column, index] as const] : [];
  });
  const places = new Map(named);
  if (places.has("original") && places.has("translation")) return { places, hasHeadings: true };
  return { places: new Map([["original", 0] as const, ["translation", 1] as const]), hasHeadings: false };
}

const at = ({ row, column }: Pick<Cell, "row" | "column">) => `row ${row}, column ${column}`;

/**
 * Makes segments of a table's rows. Nothing is guessed: what cannot be told is a doubt.
 * @param language the one beside English
 */
export function dialogueOfTable(rows: readonly Row[], language: LanguageName): Told {
  const { places, hasHeadings } = placesIn(rows);
  const segments: ScriptSegment[] = [];
  const doubts: string[] = [];
  for (const row of hasHeadings ? rows.slice(1) : rows) {
    const cellOf = (column: Column): Cell => {
      const index = places.get(column) ?? Number.NaN;
      return row.cells[index] ?? { text: "", row: row.row, column: String.fromCharCode(65 + (index || 0)) };
    };
    const read = readRow(cellOf, language);
    if ("doubts" in read) doubts.push(...read.doubts);
    else segments.push(read.segment);
  }
  if (doubts.length === 0 && segments.length === 0) return { doubts: ["no row holds a segment"] };
  return doubts.length > 0 ? { doubts } : { segments };
}

type ReadRow = { segment: ScriptSegment } | { doubts: string[] };

function readRow(cellOf: (column: Column) => Cell, language: LanguageName): ReadRow {
  const [original, translation] = [cellOf("original"), cellOf("translation")];
  const doubts = [...textDoubts(original), ...textDoubts(translation)];
  if (doubts.length > 0) return { doubts };
  const spoken = spokenIn(cellOf("language"), original, translation, language);
  if ("doubt" in spoken) return { doubts: [spoken.doubt] };
  const { speaker } = spoken;
  const other = speaker === "english" ? language : "english";
  const tooLong = lengthProblem(original.text);
  const units = unitsIn(cellOf("units"), original.text, translation.text);
  const found = [
    ...(isWrittenAs(speaker, original.text) ? [] : [`${at(original)}: is not written as ${speaker} is`]),
    ...(isWrittenAs(other, translation.text) ? [] : [`${at(translation)}: is not written as ${other} is`]),
    ...(tooLong ? [`${at(original)}: ${tooLong}`] : []),
    ...units.doubts,
  ];
  if (found.length > 0) return { doubts: found };
  const role = cellOf("speaker").text || (speaker === "english" ? "English speaker" : `${labelOf(language)} speaker`);
  return {
    segment: {
      role,
      speaker,
      original: original.text,
      translation: translation.text,
      ...(units.units.length > 0 ? { units: units.units } : {}),
    },
  };
}

const labelOf = (language: LanguageName) => findLanguage(language)?.label ?? language;

const emoji = /\p{Extended_Pictographic}/u;
const formula = /^[=+@]|^-(?=[A-Z(])|^#(REF|NAME|VALUE|N\/A|DIV)/;

function textDoubts(cell: Cell): string[] {
  if (cell.text === "") return [`${at(cell)}: is empty`];
  const doubts: string[] = [];
  if (formula.test(cell.text)) doubts.push(`${at(cell)}: is a formula, not a text; paste it as a value`);
  if (emoji.test(cell.text)) doubts.push(`${at(cell)}: holds an emoji, which cannot be said`);
  if (cell.text.includes("\ufffd")) doubts.push(`${at(cell)}: holds letters that were lost; save it as “CSV UTF-8”`);
  return doubts;
}

function spokenIn(
  told: Cell,
  original: Cell,
  translation: Cell,
  language: LanguageName,
): { speaker: LanguageName } | { doubt: string } {
  const seen = whichIsEnglish(language, original.text, translation.text);
  const seenSpeaker = seen === null ? null : seen === "one" ? "english" : language;
  if (told.text !== "") {
    const [from = ""] = told.text.toLowerCase().split(/\s*(?:>|→|-|to)\s*/);
    const speaker = [findLanguage(from)?.name, findByTag(from)].find((name) => name === "english" || name === language);
    if (!speaker) return { doubt: `${at(told)}: "${told.text}" is neither English nor ${labelOf(language)}` };
    if (seenSpeaker !== null && seenSpeaker !== speaker) {
      return {
        doubt: `${at(original)}: is said to be in ${speaker}, and its translation reads as ${speaker}; are the columns swapped?`,
      };
    }
    return { speaker };
  }
  if (seenSpeaker !== null) return { speaker: seenSpeaker };
  return { doubt: `${at(original)}: it cannot be told which text is English; add a column "language"` };
}

const findByTag = (tag: string): LanguageName | undefined => (tag === "en" ? "english" : undefined);

function unitsIn(cell: Cell, original: string, translation: string): { units: ScoringUnit[]; doubts: string[] } {
  const units: ScoringUnit[] = [];
  const doubts: string[] = [];
  for (const part of cell.text.split("|").filter((text) => text.trim() !== "")) {
    const { kind, original: said = "", translation: meant = "" } = unitForm.exec(part)?.groups ?? {};
    const known = unitKinds.find((one) => one === kind);
    if (!known) doubts.push(`${at(cell)}: "${part.trim()}" is no unit; write it as "number: two days = dos días"`);
    else if (!original.includes(said)) doubts.push(`${at(cell)}: the original does not say "${said}"`);
    else if (!translation.includes(meant)) doubts.push(`${at(cell)}: the translation does not say "${meant}"`);
    else units.push({ kind: known, original: said, translation: meant });
  }
  return { units, doubts };
}

/** A unit as it stands in a cell. */
export function unitCell(units: readonly ScoringUnit[]): string {
  return units.map(({ kind, original, translation }) => `${kind}: ${original} = ${translation}`).join(" | ");
}
