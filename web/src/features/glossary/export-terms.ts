import type { StoredTerm } from "../../../../domain/study/study.ts";
import { writeTerms } from "../../../../domain/study/write-terms.ts";
import { saveFile } from "../../browser/save-file.ts";

/** Saves the terms as a file that Anki and the glossary's import can read. */
export function exportTerms(terms: readonly StoredTerm[], today: Date): void {
  const data = new Blob([writeTerms(terms)]);
  saveFile(`parlance-glossary-${today.toISOString().slice(0, 10)}.csv`, { data, type: "text/csv;charset=utf-8" });
}
