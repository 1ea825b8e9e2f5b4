import { codesOf, findLanguage, type Language, type LanguageName, languages } from "../../domain/content/language.ts";
import type { ScoringUnit } from "../../domain/content/pack.ts";
import { lengthProblem } from "../authoring/script-length.ts";
import type { ScriptSegment } from "../authoring/script-source.ts";
import { isPlainlyEnglish, isWrittenAs, whichIsEnglish } from "../authoring/writing.ts";
import { printedArabic } from "../voices/arabic-vowels.ts";
import { isGuarded, unguarded, unitsIn } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { Cell } from "./read-table.ts";

/** Where a cell stands, as somebody finds it in a spreadsheet. */
export const at = ({ row, column }: Pick<Cell, "row" | "column">) => `row ${row}, column ${column}`;

const labelOf = (language: LanguageName) => findLanguage(language)?.label ?? language;

// Flags and keys are not pictographs to Unicode; marks of trade are, and can be read.
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const formula = /^[=@]|^[+-](?=\(|[A-Z]+[0-9(])|^#(REF!|NAME\?|VALUE!|N\/A|DIV\/0!|NUM!|NULL!)/;

/** What is doubtful about any text of a table. */
export function textDoubts(cell: Cell): string[] {
  const doubts: string[] = [];
  if (formula.test(cell.text) && !isGuarded(cell.text)) {
    doubts.push(`${at(cell)}: is a formula or its error, not a text; paste the text as a value`);
  }
  if (emoji.test(cell.text)) doubts.push(`${at(cell)}: holds an emoji, which cannot be said`);
  if (cell.text.includes("\ufffd")) doubts.push(`${at(cell)}: holds letters that were lost; save it as “CSV UTF-8”`);
  return doubts;
}

/** A text that has to be there. */
function saidIn(cell: Cell): { text: string; doubts: string[] } {
  const text = unguarded(cell.text);
  return { text, doubts: text === "" ? [`${at(cell)}: is empty`] : textDoubts(cell) };
}

/** The segment that a row tells, or what is doubtful in it. @param language the one beside English */
export function segmentOfRow(
  cellOf: (column: Column) => Cell,
  language: LanguageName,
): { segment: ScriptSegment } | { doubts: string[] } {
  const cells = { original: cellOf("original"), translation: cellOf("translation"), speaker: cellOf("speaker") };
  const [original, translation] = [saidIn(cells.original), saidIn(cells.translation)];
  const unreadable = [...original.doubts, ...translation.doubts, ...textDoubts(cells.speaker)];
  if (unreadable.length > 0) return { doubts: unreadable };
  if ([original, translation].every(({ text }) => isPlainlyEnglish(language, text))) {
    return {
      doubts: [`${at(cells.translation)}: is in English as the original is; one should be in ${labelOf(language)}`],
    };
  }
  const spoken = spokenIn(cellOf("language"), cells.original, [original.text, translation.text], language);
  if ("doubt" in spoken) return { doubts: [spoken.doubt] };
  const { speaker } = spoken;
  const tooLong = lengthProblem(original.text);
  const { units, doubts } = unitsOf(cellOf("units"), [original.text, translation.text], language);
  const found = [
    ...writingDoubts(cells.original, original.text, speaker),
    ...writingDoubts(cells.translation, translation.text, speaker === "english" ? language : "english"),
    ...(tooLong ? [`${at(cells.original)}: ${tooLong}`] : []),
    ...doubts,
  ];
  if (found.length > 0) return { doubts: found };
  const role = unguarded(cells.speaker.text) || `${labelOf(speaker)} speaker`;
  const texts = { role, speaker, original: original.text, translation: translation.text };
  return { segment: { ...texts, ...(units.length > 0 ? { units } : {}) } };
}

function writingDoubts(cell: Cell, text: string, expected: LanguageName): string[] {
  return isWrittenAs(expected, text) ? [] : [`${at(cell)}: is not written as ${labelOf(expected)} is`];
}

/** Whether somebody may mean a language so: by its name in English or in itself, or by a code ("ne", "zh-Hans"). */
function isMeant(language: Language, typed: string): boolean {
  return [language.name, language.nativeName.toLowerCase(), language.tag.toLowerCase(), ...codesOf(language)].includes(
    typed,
  );
}

function spokenIn(
  told: Cell,
  place: Cell,
  [original, translation]: readonly [string, string],
  language: LanguageName,
): { speaker: LanguageName } | { doubt: string } {
  const seen = whichIsEnglish(language, original, translation);
  const seenSpeaker = seen === null ? null : seen === "one" ? "english" : language;
  if (told.text === "") {
    if (seenSpeaker !== null) return { speaker: seenSpeaker };
    return { doubt: `${at(place)}: it cannot be told which text is English; add a column "language"` };
  }
  const [from = ""] = told.text.toLowerCase().split(/\s*(?:>|→|\s-\s|\sto\s)\s*/);
  const speaker = languages.find(
    (one) =>
      (one.name === "english" || one.name === language) &&
      (isMeant(one, from) || isMeant(one, from.split("-")[0] ?? "")),
  )?.name;
  if (!speaker) return { doubt: `${at(told)}: "${told.text}" is neither English nor ${labelOf(language)}` };
  if (seenSpeaker === null || seenSpeaker === speaker) return { speaker };
  return {
    doubt: `${at(place)}: is said to be in ${labelOf(speaker)}, but the translation reads so; are the columns swapped?`,
  };
}

/** What of a unit its texts do not say. */
function unsaidIn(unit: ScoringUnit, original: string, translation: string): string[] {
  const unsaid = [
    ...(original.includes(unit.original) ? [] : [`the original does not say "${unit.original}"`]),
    ...(translation.includes(unit.translation) ? [] : [`the translation does not say "${unit.translation}"`]),
  ];
  const isSwapped = original.includes(unit.translation) && translation.includes(unit.original);
  if (unsaid.length < 2 || !isSwapped) return unsaid;
  return [`"${unit.original} = ${unit.translation}" stands the wrong way round: the words of the original come first`];
}

function unitsOf(cell: Cell, [original, translation]: readonly [string, string], language: LanguageName) {
  const { units, faults } = unitsIn(unguarded(cell.text));
  // Learners are shown Arabic without its vowel marks, and units stand in what they are shown.
  const shown = (text: string) => (language === "arabic" ? printedArabic(text) : text);
  const doubts = [
    ...faults.map((fault) => `${at(cell)}: "${fault}" is no unit; write it as "number: two days = dos días"`),
    ...units.flatMap((unit) =>
      unsaidIn(unit, shown(original), shown(translation)).map((what) => `${at(cell)}: ${what}`),
    ),
  ];
  return { units, doubts };
}
