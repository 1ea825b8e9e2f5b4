import { createTermImporter, type TermImport } from "../../../domain/study/read-terms.ts";
import type { StoredTerm } from "../../../domain/study/study.ts";

export const now = new Date("2026-11-25T12:00:00.000Z");

const uuidOf = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;

export const lease: StoredTerm = {
  id: "0b8f6a3e-5d0c-4f5e-9a51-6f0f4f8f2c11",
  ...{ language: "nepali", english: "lease", translation: "भाडा सम्झौता", note: "", topic_id: "housing" },
  sentence: "Sign the lease here.",
  segment: { language: "nepali", scenario_id: "house-1", segment_id: "segment-2" },
  created_at: "2026-11-20T08:30:00.000Z",
};

export function importText(text: string, own: readonly StoredTerm[] = []) {
  let ids = 0;
  const createId = () => {
    ids += 1;
    return uuidOf(ids);
  };
  const importer = createTermImporter({ language: "nepali", own, now, createId });
  importer.push(text);
  return importer.end();
}

export function imported(text: string, own: readonly StoredTerm[] = []): TermImport {
  const outcome = importText(text, own);
  if ("refusal" in outcome) throw new Error(outcome.refusal);
  return outcome.result;
}

export const sidesIn = (text: string) =>
  imported(text).added.map(({ term }) => [term.english, term.translation] as const);
