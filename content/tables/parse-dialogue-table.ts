import { maxEnglishWords, maxSegments } from "../../domain/content/dialogue-limits.ts";
import { findLanguage, type LanguageName } from "../../domain/content/language.ts";
import { type Level, levels, type Review } from "../../domain/content/pack.ts";
import type { ScriptSegment } from "../authoring/script-source.ts";
import { type Sex, sexes } from "../voices/voice.ts";
import { parseWordList, unguardFormula } from "./cells.ts";
import type { Column } from "./columns.ts";
import { checkHiddenMarks } from "./hidden-marks.ts";
import { describeCellPosition, findTextDoubts, parseSegmentRow } from "./parse-segment-row.ts";
import { type Cell, type Row, toCell } from "./read-table.ts";
import { parseReview } from "./review-cell.ts";
import { findLayout } from "./table-layout.ts";

export type TableDialogue = {
  title?: string | undefined;
  briefing?: string | undefined;
  licence?: string | undefined;
  review?: Review | undefined;
  level?: Level | undefined;
  english_words?: readonly string[] | undefined;
  voices: Partial<Record<LanguageName, Sex>>;
  segments: ScriptSegment[];
};

/** Doubts stop the import. Advice does not. */
export type ParsedTable = ({ dialogue: TableDialogue; columns: ReadonlySet<Column> } | { doubts: string[] }) & {
  advice: string[];
};

/** @param language the dialogue's language besides English */
export function parseDialogueTable(rows: readonly Row[], language: LanguageName): ParsedTable {
  const layout = findLayout(rows);
  const doubts = [...layout.doubts];
  if (layout.isUnreadable) return { doubts, advice: layout.advice };
  const advice = [...layout.advice];
  const once = { title: "", briefing: "", licence: "", review: "", level: "", english_words: "" };
  const voices: TableDialogue["voices"] = {};
  const segments: ScriptSegment[] = [];
  for (const row of layout.rows) {
    const cellOf = (column: Column) => cellIn(row, layout.places.get(column));
    const hidden = checkHiddenMarks([...layout.places.keys()].map(cellOf));
    advice.push(...hidden.advice);
    doubts.push(...hidden.doubts, ...readOnce(cellOf, once));
    const read = parseSegmentRow(cellOf, language);
    if ("doubts" in read) {
      doubts.push(...read.doubts);
      continue;
    }
    segments.push(read.segment);
    doubts.push(...readVoice(cellOf("voice"), read.segment.speaker, voices));
  }
  if (doubts.length === 0 && segments.length === 0) doubts.push("no row contains a segment");
  if (segments.length > maxSegments)
    doubts.push(`there are ${segments.length} segments: the maximum is ${maxSegments}`);
  if (doubts.length > 0) return { doubts, advice };
  const { title, briefing, licence } = once;
  const [review, level] = [parseReview(once.review), levels.find((one) => one === once.level.toLowerCase())];
  const english_words = parseWordList(once.english_words);
  const about = {
    ...(title ? { title } : {}),
    ...(briefing ? { briefing } : {}),
    ...(licence ? { licence } : {}),
    ...(review ? { review } : {}),
    ...(level ? { level } : {}),
    ...(english_words.length > 0 ? { english_words } : {}),
  };
  return { dialogue: { ...about, voices, segments }, columns: new Set(layout.places.keys()), advice };
}

function cellIn(row: Row, index: number | undefined): Cell {
  if (index === undefined) return { text: "", raw: "", row: row.row, column: "" };
  return row.cells[index] ?? toCell("", row.row, index);
}

const onceColumns = ["title", "briefing", "licence", "review", "level", "english_words"] as const;
type OnceColumn = (typeof onceColumns)[number];

/** Adds fields of the whole dialogue to `once`, and returns doubts. These fields may be in any row. */
function readOnce(cellOf: (column: Column) => Cell, once: Record<OnceColumn, string>): string[] {
  return onceColumns.flatMap((column) => {
    const cell = cellOf(column);
    const text = unguardFormula(cell.text);
    if (text === "" || text === once[column]) return [];
    if (once[column] !== "") return [`${describeCellPosition(cell)}: is a second ${column}; a dialogue has one`];
    once[column] = text;
    if (column === "review" && !parseReview(text)) {
      return [
        `${describeCellPosition(cell)}: is not a review; write who checked the language and when: "Name, 2026-11-26"`,
      ];
    }
    if (column === "level" && !levels.some((one) => one === text.toLowerCase())) {
      return [`${describeCellPosition(cell)}: "${text}" is not a level; write ${levels.join(", ")}`];
    }
    const words = column === "english_words" ? parseWordList(text).length : 0;
    if (words > maxEnglishWords) {
      return [`${describeCellPosition(cell)}: has ${words} words: ${maxEnglishWords} are the most`];
    }
    return findTextDoubts(cell);
  });
}

function readVoice(cell: Cell, speaker: LanguageName, voices: TableDialogue["voices"]): string[] {
  if (cell.text === "") return [];
  const sex = sexes.find((one) => one === cell.text.toLowerCase());
  if (!sex) return [`${describeCellPosition(cell)}: "${cell.text}" is not a voice; write ${sexes.join(" or ")}`];
  const before = voices[speaker];
  voices[speaker] = sex;
  if (before === undefined || before === sex) return [];
  return [
    `${describeCellPosition(cell)}: ${findLanguage(speaker)?.label ?? speaker} has the voice of a ${before} in earlier rows; a language has one voice`,
  ];
}
