import { expect, test } from "vitest";
import type { TermImport } from "../../../domain/study/read-terms.ts";
import { importNotes, moreProblemsText, summaryText } from "../../../web/src/features/glossary/import-texts.ts";
import { lease } from "../../domain/study/term-files.ts";

const { id, ...term } = lease;

const anImport = (fields: Partial<TermImport> = {}): TermImport => ({
  ...{ added: [], changed: [], known: 0, problems: [], problemCount: 0, ignoredColumns: [], ignoredTags: [] },
  ...fields,
});

test.each<[Partial<TermImport>, string]>([
  [{ added: Array(1312).fill({ id, term }), known: 14, problemCount: 3 }, "1,312 new, 14 duplicates, 3 with problems"],
  [{ known: 1 }, "0 new, 1 duplicate"],
  [{ changed: [{ id, term }] }, "0 new, 1 changed, 0 duplicates"],
])("summaryText counts new terms, changed terms, duplicates and problems", (fields, text) => {
  expect(summaryText(anImport(fields))).toBe(text);
});

test("importNotes names the ignored columns, and at most ten ignored tags", () => {
  expect(importNotes(anImport({ ignoredColumns: ["Audio", "Level"], ignoredTags: ["verbs"] }))).toEqual([
    "Columns that are left out: Audio, Level.",
    "Tags that are left out: verbs.",
  ]);
  const tags = Array.from({ length: 12 }, (_, at) => `t${at}`);
  expect(importNotes(anImport({ ignoredTags: tags }))).toEqual([
    "Tags that are left out: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more.",
  ]);
  expect(importNotes(anImport())).toEqual([]);
});

test("importNotes warns if changed terms replace terms of the glossary", () => {
  expect(importNotes(anImport({ changed: [{ id, term }] }))).toEqual(["Changed terms replace those in your glossary."]);
});

test.each([
  [10, ""],
  [11, "1 more line has a problem."],
  [1210, "1,200 more lines have problems."],
])("moreProblemsText of %i problems is %j", (problemCount, text) => {
  expect(moreProblemsText(anImport({ problemCount }))).toBe(text);
});
