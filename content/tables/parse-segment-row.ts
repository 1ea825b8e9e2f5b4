import { maxAcceptedWordings, maxUnitsPerSegment } from "../../domain/content/dialogue-limits.ts";
import { findLanguage, type LanguageName, languages } from "../../domain/content/language.ts";
import { type ScoringUnit, unitKinds } from "../../domain/content/pack.ts";
import {
  findEnglish,
  findMixedText,
  isPlainlyEnglish,
  isWrittenInScriptOf,
  looksForeign,
} from "../authoring/detect-language.ts";
import { isNameOfLanguage } from "../authoring/language-names.ts";
import { findLengthProblem } from "../authoring/script-length.ts";
import type { ScriptSegment } from "../authoring/script-source.ts";
import { printedArabic } from "../voices/arabic-vowels.ts";
import { isGuarded, parseUnitCell, type UnitFault, unguardFormula } from "./cells.ts";
import type { Column } from "./columns.ts";
import { findNearestWord } from "./nearest-word.ts";
import type { Cell } from "./read-table.ts";

export const describeCellPosition = ({ row, column }: Pick<Cell, "row" | "column">) => `row ${row}, column ${column}`;

const languageLabel = (language: LanguageName) => findLanguage(language)?.label ?? language;

// Flags of countries and keycaps are emoji but not Extended_Pictographic. ©, ® and ™ are Extended_Pictographic, but a
// voice can read them.
const emojiPattern = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const formulaPattern = /^[=@]|^[+-](?=\(|[A-Z]+[0-9(])|^#(REF!|NAME\?|VALUE!|N\/A|DIV\/0!|NUM!|NULL!)/;

export function findTextDoubts(cell: Cell): string[] {
  const doubts: string[] = [];
  if (formulaPattern.test(cell.text) && !isGuarded(cell.text)) {
    doubts.push(`${describeCellPosition(cell)}: is a formula or its error, not a text; paste the text as a value`);
  }
  if (emojiPattern.test(cell.text))
    doubts.push(`${describeCellPosition(cell)}: contains an emoji, which cannot be spoken`);
  if (cell.text.includes("\ufffd"))
    doubts.push(`${describeCellPosition(cell)}: contains letters that were lost; save the table as “CSV UTF-8”`);
  return doubts;
}

function readRequiredText(cell: Cell): { text: string; doubts: string[] } {
  const text = unguardFormula(cell.text);
  return { text, doubts: text === "" ? [`${describeCellPosition(cell)}: is empty`] : findTextDoubts(cell) };
}

export function parseSegmentRow(
  cellOf: (column: Column) => Cell,
  language: LanguageName,
): { segment: ScriptSegment } | { doubts: string[] } {
  const cells = {
    original: cellOf("original"),
    translation: cellOf("translation"),
    speaker: cellOf("speaker"),
    language: cellOf("language"),
  };
  const [original, translation] = [readRequiredText(cells.original), readRequiredText(cells.translation)];
  const unreadable = [...original.doubts, ...translation.doubts, ...findTextDoubts(cells.speaker)];
  if (unreadable.length > 0) return { doubts: unreadable };
  if ([original, translation].every(({ text }) => isPlainlyEnglish(language, text))) {
    return {
      doubts: [
        `${describeCellPosition(cells.translation)}: is in English, like the original; one should be in ${languageLabel(language)}`,
      ],
    };
  }
  const spoken = findSpeaker(cells, [original.text, translation.text], language);
  if ("doubt" in spoken) return { doubts: [spoken.doubt] };
  const { speaker } = spoken;
  const tooLong = findLengthProblem(original.text);
  const { units, doubts } = parseUnits(cellOf("units"), [original.text, translation.text], language);
  const found = [
    ...findLanguageDoubts(cells.original, original.text, speaker),
    ...findLanguageDoubts(cells.translation, translation.text, speaker === "english" ? language : "english"),
    ...(tooLong ? [`${describeCellPosition(cells.original)}: ${tooLong}`] : []),
    ...doubts,
  ];
  if (found.length > 0) return { doubts: found };
  const role = unguardFormula(cells.speaker.text) || `${languageLabel(speaker)} speaker`;
  const texts = { role, speaker, original: original.text, translation: translation.text };
  return { segment: { ...texts, ...(units.length > 0 ? { units } : {}) } };
}

function findLanguageDoubts(cell: Cell, text: string, expected: LanguageName): string[] {
  return isWrittenInScriptOf(expected, text)
    ? []
    : [`${describeCellPosition(cell)}: is not in the writing system of ${languageLabel(expected)}`];
}

/** Returns the language of the original from a cell such as "English", "ne" or "Nepali > English". */
function readSpeaker({ text }: Cell, language: LanguageName): LanguageName | undefined {
  const [from = ""] = text.toLowerCase().split(/\s*(?:>|→|\s-\s|\sto\s)\s*/);
  return languages.find(
    (one) =>
      (one.name === "english" || one.name === language) &&
      (isNameOfLanguage(one, from) || isNameOfLanguage(one, from.split("-")[0] ?? "")),
  )?.name;
}

type TextCells = Readonly<Record<"original" | "translation" | "language", Cell>>;

function findSpeaker(
  cells: TextCells,
  [original, translation]: readonly [string, string],
  language: LanguageName,
): { speaker: LanguageName } | { doubt: string } {
  const label = languageLabel(language);
  const mixed = findMixedText(language, original, translation);
  if (mixed)
    return { doubt: `${describeCellPosition(cells[mixed])}: mixes English and ${label}; write it in ${label}` };
  const seen = findEnglish(language, original, translation);
  const seenSpeaker = seen === null ? null : seen === "one" ? "english" : language;
  const { text } = cells.language;
  if (text === "") {
    if (seenSpeaker !== null) return { speaker: seenSpeaker };
    return {
      doubt: `${describeCellPosition(cells.original)}: it is unclear which text is English; add a column "language"`,
    };
  }
  const speaker = readSpeaker(cells.language, language);
  if (!speaker) return { doubt: `${describeCellPosition(cells.language)}: "${text}" is neither English nor ${label}` };
  if (seenSpeaker === null || seenSpeaker === speaker) return { speaker };
  if (speaker === "english" && !looksForeign(original)) {
    return {
      doubt: `${describeCellPosition(cells.translation)}: looks like English, but the original is marked as English; this text should be in ${label}`,
    };
  }
  return {
    doubt: `${describeCellPosition(cells.original)}: is marked as ${languageLabel(speaker)}, but the translation looks like ${languageLabel(speaker)}; are the columns swapped?`,
  };
}

function findUnmatchedUnitParts(unit: ScoringUnit, original: string, translation: string): string[] {
  const unsaid = [
    ...(original.includes(unit.original) ? [] : [`the original does not contain "${unit.original}"`]),
    ...(translation.includes(unit.translation) ? [] : [`the translation does not contain "${unit.translation}"`]),
  ];
  const isSwapped = original.includes(unit.translation) && translation.includes(unit.original);
  if (unsaid.length < 2 || !isSwapped) return unsaid;
  return [`"${unit.original} = ${unit.translation}" is the wrong way round: the words of the original come first`];
}

function describeUnitFault({ text, kind }: UnitFault): string {
  if (kind === undefined) return `"${text}" is not a unit; write it as "number: two days = dos días"`;
  const nearest = findNearestWord(kind, unitKinds);
  const question = nearest ? `; did you mean "${nearest}"?` : "";
  return `"${kind}" is not a kind of unit${question} (the kinds are ${unitKinds.join(", ")})`;
}

function findExceededLimits(units: readonly ScoringUnit[]): string[] {
  const isTooMany = units.length > maxUnitsPerSegment;
  const rich = units.filter(({ accepted = [] }) => accepted.length > maxAcceptedWordings);
  return [
    ...(isTooMany ? [`has ${units.length} units: ${maxUnitsPerSegment} are the most`] : []),
    ...rich.map(({ original, accepted = [] }) => {
      const count = `${accepted.length} accepted wordings: ${maxAcceptedWordings} are the most`;
      return `the unit "${original}" has ${count}`;
    }),
  ];
}

function parseUnits(cell: Cell, [original, translation]: readonly [string, string], language: LanguageName) {
  const { units, faults } = parseUnitCell(unguardFormula(cell.text));
  // Units must match the text that learners see. For Arabic, this text has hardly any vowel marks.
  const shown = (text: string) => (language === "arabic" ? printedArabic(text) : text);
  const found = [
    ...faults.map(describeUnitFault),
    ...findExceededLimits(units),
    ...units.flatMap((unit) => findUnmatchedUnitParts(unit, shown(original), shown(translation))),
  ];
  return { units, doubts: found.map((doubt) => `${describeCellPosition(cell)}: ${doubt}`) };
}
