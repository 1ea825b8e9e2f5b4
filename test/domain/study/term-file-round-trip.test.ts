import * as fc from "fast-check";
import { expect, test } from "vitest";
import { languageNames } from "../../../domain/content/language.ts";
import { topicIds } from "../../../domain/content/scenario.ts";
import type { StoredTerm } from "../../../domain/study/study.ts";
import { Term } from "../../../domain/study/study-change.ts";
import { termKey } from "../../../domain/study/term-text.ts";
import { writeTerms } from "../../../domain/study/write-terms.ts";
import { imported, lease } from "./term-files.ts";

test("writeTerms writes the headers that Anki reads, and quotes each cell of a term", () => {
  expect(writeTerms([{ ...lease, note: 'Say "bhada"' }])).toBe(
    [
      "#separator:Comma",
      "#html:false",
      "#tags column:5",
      "#columns:english,translation,sentence,note,topic,language,segment,id,created_at",
      '"lease","भाडा सम्झौता","Sign the lease here.","Say ""bhada""","housing","nepali","nepali/house-1/segment-2",' +
        '"0b8f6a3e-5d0c-4f5e-9a51-6f0f4f8f2c11","2026-11-20T08:30:00.000Z"',
      "",
    ].join("\r\n"),
  );
});

test("writeTerms puts an apostrophe before a formula", () => {
  expect(writeTerms([{ ...lease, english: "=HYPERLINK(1)" }])).toContain(`"'=HYPERLINK(1)"`);
});

const awkward = fc.constantFrom(
  "=1",
  "+61",
  "-ing",
  "@x",
  "'tis",
  "''",
  '"',
  '""',
  "a\nb",
  "a\r\nb",
  "a\tb",
  "#x",
  ",",
);
const text = (maxLength: number) => fc.oneof(awkward, fc.string({ unit: "grapheme", maxLength }));
const side = text(60).map((words) => words.trim() || "x");

const aTerm: fc.Arbitrary<StoredTerm> = fc.record({
  id: fc.uuid({ version: 4 }),
  language: fc.constantFrom(...languageNames.filter((name) => name !== "english")),
  english: side,
  translation: side,
  sentence: text(100),
  note: text(100),
  topic_id: fc.option(fc.constantFrom(...topicIds)),
  segment: fc.option(fc.constant(lease.segment)),
  created_at: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") })
    .map((at) => at.toISOString()),
});

const glossary = fc
  .uniqueArray(aTerm, { selector: termKey, maxLength: 8 })
  .filter((terms) => new Set(terms.map(({ id }) => id)).size === terms.length);

test("an exported glossary is imported into an empty glossary without a loss", () => {
  fc.assert(
    fc.property(glossary, (terms) => {
      fc.pre(terms.length > 0);
      for (const term of terms) expect(Term.safeParse(term).success).toBe(true);
      const { added, problemCount } = imported(writeTerms(terms));
      expect(problemCount).toBe(0);
      expect(added.map(({ id, term }) => ({ ...term, id }))).toEqual(terms);
    }),
  );
});

test("an exported glossary changes nothing when it is imported again", () => {
  fc.assert(
    fc.property(glossary, (terms) => {
      fc.pre(terms.length > 0);
      expect(imported(writeTerms(terms), terms)).toMatchObject({ added: [], changed: [], known: terms.length });
    }),
  );
});

test("a term whose words are names of columns is imported", () => {
  const term = { ...lease, english: "english", translation: "translation" };
  expect(imported(writeTerms([term])).added.map(({ term: { english } }) => english)).toEqual(["english"]);
});
