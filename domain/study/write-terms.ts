import { writeCsvRow } from "./csv.ts";
import { addFormulaGuard } from "./formula-guard.ts";
import type { StoredTerm } from "./study.ts";
import type { SegmentRef } from "./study-change.ts";
import { termColumns } from "./term-columns.ts";

export function segmentText(segment: SegmentRef | null): string {
  return segment ? `${segment.language}/${segment.scenario_id}/${segment.segment_id}` : "";
}

function toRow(term: StoredTerm): string {
  const { english, translation, sentence, note, topic_id, language, segment, id, created_at } = term;
  const cells = [english, translation, sentence, note, topic_id ?? "", language, segmentText(segment), id, created_at];
  return writeCsvRow(cells.map(addFormulaGuard));
}

/**
 * Writes terms as a text file that Anki reads, with topics as tags:
 * https://docs.ankiweb.net/importing/text-files.html#file-headers
 */
export function writeTerms(terms: readonly StoredTerm[]): string {
  const headers = [
    "#separator:Comma",
    "#html:false",
    `#tags column:${termColumns.indexOf("topic") + 1}`,
    `#columns:${termColumns.join(",")}`,
  ];
  return headers.map((header) => `${header}\r\n`).join("") + terms.map(toRow).join("");
}
