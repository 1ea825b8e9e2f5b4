import { randomUUID } from "node:crypto";
import { createTermImporter } from "../../domain/study/read-terms.ts";
import { scheduleItems } from "../../domain/study/review-items.ts";
import { type StoredTerm, toStudy } from "../../domain/study/study.ts";
import { createTermSearch } from "../../domain/study/term-search.ts";
import { writeTerms } from "../../domain/study/write-terms.ts";
import { median } from "../support/statistics.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const termCount = 5000;
const rounds = 15;
/** About the time of a frame at 60 Hz. */
const frameMs = 16;
/** In characters. The page reads a file in parts of 32 KiB. */
const partLength = 32 * 1024;
const importedAt = "2026-11-25T12:00:00.000Z";

const englishWords = ["lease", "bond", "tenant", "bail", "affidavit", "referral", "prescription", "superannuation"];
const nepaliWords = ["भाडा", "धरौटी", "भाडावाल", "जमानत", "हलफनामा", "सिफारिस", "औषधि", "निवृत्तिकोष"];

const wordOf = (words: readonly string[], at: number) => words[at % words.length] ?? "";

function createTerms(): StoredTerm[] {
  return Array.from({ length: termCount }, (_, at) => ({
    ...{ id: randomUUID(), language: "nepali" as const, topic_id: "housing" as const, segment: null },
    english: `${wordOf(englishWords, at)} agreement ${at}`,
    translation: `${wordOf(nepaliWords, at)} सम्झौता ${at}`,
    sentence: "Would you like to read the agreement with your family before you sign it here today?",
    note: `Résumé of the ${wordOf(englishWords, at + 3)}, see also the fact sheet`,
    created_at: importedAt,
  }));
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const medianOf = (work: () => unknown) => median(Array.from({ length: rounds }, () => timeOf(work)));

function timeParts(text: string): number[] {
  const options = { language: "nepali", own: [], now: new Date(importedAt), createId: randomUUID } as const;
  const importer = createTermImporter(options);
  const durations: number[] = [];
  for (let at = 0; at < text.length; at += partLength) {
    durations.push(timeOf(() => importer.push(text.slice(at, at + partLength))));
  }
  if ("refusal" in importer.end()) throw new Error("The file was refused.");
  return durations;
}

export async function measureGlossary(): Promise<Row[]> {
  const terms = createTerms();
  const search = createTermSearch(terms);
  if (search("resume superannuation").length === 0) throw new Error("The search finds nothing.");
  const queries = ["a", "agreement 4711", "resume superannuation", "सम्झौता", "nothing like this"];
  const slowest = Math.max(...queries.map((query) => medianOf(() => search(query))));
  const text = writeTerms(terms);
  const longestPart = median(Array.from({ length: rounds }, () => Math.max(...timeParts(text))));
  const changes = terms.map(({ id, ...term }) => ({ type: "term" as const, id, changed_at: importedAt, term }));
  const name = `${termCount.toLocaleString("en")} terms`;
  return [
    limitedRow(`Searching ${name}: median of the slowest query`, slowest, "ms", frameMs),
    reportedRow(
      `Preparing the search of ${name}: median`,
      medianOf(() => createTermSearch(terms)("a")),
      "ms",
    ),
    limitedRow(`Importing ${name}: longest at a stretch, median`, longestPart, "ms", 50),
    reportedRow(
      `Writing a file of ${name}: median`,
      medianOf(() => writeTerms(terms)),
      "ms",
    ),
    reportedRow(
      `Loading ${name} that were imported together: median`,
      medianOf(() => toStudy(changes)),
      "ms",
    ),
    reportedRow(
      `Scheduling ${name}: median`,
      medianOf(() => scheduleItems(toStudy(changes.slice(0, termCount)))),
      "ms",
    ),
  ];
}
