import { stringify } from "csv-stringify/sync";
import type { LanguageName } from "../../domain/content/language.ts";
import type { Level, Review } from "../../domain/content/pack.ts";
import type { ScriptSegment } from "../authoring/script-source.ts";
import type { Sex } from "../voices/voice.ts";
import { formatUnitCell, formatWordList, guardFormula } from "./cells.ts";
import { type Column, columns } from "./columns.ts";
import { formatReview } from "./review-cell.ts";

/** A dialogue from a script or from a pack. A pack lacks some of the optional fields. */
export type ExportedDialogue = {
  title: string;
  briefing?: string | undefined;
  licence?: string | undefined;
  review?: Review | undefined;
  level?: Level | undefined;
  english_words?: readonly string[] | undefined;
  voiceOf: (language: LanguageName) => Sex | undefined;
  segments: readonly (Omit<ScriptSegment, "speaker"> & { speaker?: LanguageName | undefined })[];
};

export function toTableRows({
  title,
  briefing = "",
  licence = "",
  review,
  level,
  english_words = [],
  voiceOf,
  segments,
}: ExportedDialogue): Record<Column, string>[] {
  const once = {
    ...{ title, briefing, licence, level: level ?? "" },
    review: review ? formatReview(review) : "",
    english_words: formatWordList(english_words),
  };
  const never = { title: "", briefing: "", licence: "", review: "", level: "", english_words: "" };
  return segments.map(({ role, speaker, original, translation, units = [] }, index) => ({
    speaker: role,
    language: speaker ?? "",
    original,
    translation,
    units: formatUnitCell(units),
    voice: (speaker && voiceOf(speaker)) ?? "",
    ...(index === 0 ? once : never),
  }));
}

/** Formats CSV with a byte order mark, by which Excel recognises UTF-8. */
export function formatDialogueTable(dialogue: ExportedDialogue): string {
  const cells = toTableRows(dialogue).map((row) => columns.map((column) => guardFormula(row[column])));
  return stringify([[...columns], ...cells], { bom: true, record_delimiter: "windows" });
}
