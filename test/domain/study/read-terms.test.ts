import { expect, test } from "vitest";
import { createTermImporter } from "../../../domain/study/read-terms.ts";
import type { StoredTerm } from "../../../domain/study/study.ts";
import { writeTerms } from "../../../domain/study/write-terms.ts";
import { imported, importText, lease, now, sidesIn } from "./term-files.ts";

const leaseSides = [["lease", "भाडा"]];

test.each([
  ["commas", "english,translation\nlease,भाडा\n"],
  ["tabs", "English\tTranslation\r\nlease\tभाडा\r\n"],
  ["semicolons", "Front;Back\nlease;भाडा\n"],
  ["the translation before the English text", "note,back,front\n,भाडा,lease\n"],
  ["the language as a heading", "English,Nepali\nlease,भाडा"],
  ["Anki's headers, including #columns", "#separator:tab\n#html:false\n#columns:Front\tBack\nlease\tभाडा\n"],
  ["Anki's headers, but not #columns", "#separator:tab\n#html:true\n#tags column:3\nlease\tभाडा\thousing\n"],
  [
    "Anki's special columns before the English text",
    "#separator:tab\n#html:false\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\ng\tBasic\tDefault\tlease\tभाडा\t\n",
  ],
  ["a comment before the headings", "# mine\nenglish,translation\nlease,भाडा\n"],
  ["headers that a spreadsheet has padded", "#separator:Comma;;\n#columns:english;translation\nlease;भाडा\n"],
])("the import reads a file with %s", (_, text) => {
  expect(sidesIn(text)).toEqual(leaseSides);
});

test("the import uses the language of the row or heading, otherwise the learner's language", () => {
  const languages = (text: string) => imported(text).added.map(({ term }) => term.language);
  expect(languages("english,translation,language\na,b,Urdu\nc,d,hi\ne,f,")).toEqual(["urdu", "hindi", "nepali"]);
  expect(languages("english,tamil\na,b")).toEqual(["tamil"]);
});

test("the import accepts a topic by id or name, and reports tags that are not topics", () => {
  const { added, ignoredTags } = imported("front,back,tags\na,b,Consumer affairs\nc,d,verbs legal\ne,f,");
  expect(added.map(({ term }) => term.topic_id)).toEqual(["consumer-affairs", "legal", null]);
  expect(ignoredTags).toEqual(["verbs"]);
});

test("the import reports the columns that it ignores", () => {
  expect(imported("english,translation,Audio,Level\na,b,c,d").ignoredColumns).toEqual(["Audio", "Level"]);
});

test("the import reads Anki's HTML as text", () => {
  expect(sidesIn("#separator:tab\n#html:true\n<b>R&amp;D</b><br>unit\t&lt;script&gt; &#39;x&#39;\n")).toEqual([
    ["R&D\nunit", "<script> 'x'"],
  ]);
});

test("the import preserves entities that it does not know", () => {
  expect(sidesIn("#separator:tab\n#html:true\n&alpha;\t&constructor;\n")).toEqual([["&alpha;", "&constructor;"]]);
});

test("the import reads the first letter of an unknown separator name as the separator", () => {
  expect(sidesIn("#separator:constructor\nleasecभाडा\n")).toEqual([["lease", "भाडा"]]);
});

test("the import reads formulas as text, and preserves apostrophes in files that Parlance did not write", () => {
  expect(sidesIn("english,translation\n=1+1,'-x")).toEqual([["=1+1", "'-x"]]);
});

test("the import lists at most ten problems with their line numbers, and reads the valid rows", () => {
  const bad = [",b", "a,", `${"x".repeat(201)},b`, `a,${"x".repeat(201)}`, `a,b,${"x".repeat(501)}`];
  const rows = [
    "english,translation,sentence,note,language",
    ...bad,
    `a,b,,${"x".repeat(501)}`,
    "a,b,,,Klingon",
    "good,ठिक",
  ];
  const { added, problems, problemCount } = imported(rows.join("\n"));
  expect(added).toHaveLength(1);
  expect(problemCount).toBe(7);
  expect(problems).toEqual([
    { line: 2, problem: "English is missing" },
    { line: 3, problem: "Nepali is missing" },
    { line: 4, problem: "English has more than 200 characters" },
    { line: 5, problem: "Nepali has more than 200 characters" },
    { line: 6, problem: "The sentence has more than 500 characters" },
    { line: 7, problem: "The note has more than 500 characters" },
    { line: 8, problem: "The language “Klingon” cannot be used" },
  ]);
  const many = imported(`english,translation\n${",b\n".repeat(30)}a,"b`);
  expect(many.problems).toHaveLength(10);
  expect(many.problemCount).toBe(31);
});

test("the import accepts a text with as many characters as the glossary allows", () => {
  const { added, problemCount } = imported(`english,translation\n${"😀".repeat(200)},b`);
  expect([added.length, problemCount]).toEqual([1, 0]);
});

test("the import recognises a known term by its language, English and translation", () => {
  const { added, known } = imported("english,translation\nLEASE,भाडा सम्झौता\nbond,धरौटी\nBond,धरौटी", [lease]);
  expect(added.map(({ term }) => term.english)).toEqual(["bond"]);
  expect(known).toBe(2);
});

test("the import updates the term that has the id of a row", () => {
  const edited = { ...lease, note: "paid monthly", created_at: now.toISOString() };
  const { added, changed } = imported(writeTerms([edited]), [lease]);
  expect(added).toEqual([]);
  const { id, ...term } = { ...edited, created_at: lease.created_at };
  expect(changed).toEqual([{ id, term }]);
});

test("the import lists a changed term once if the file changes it twice, with the later change", () => {
  const [first, second] = ["paid monthly", "paid weekly"].map((note) => ({ ...lease, note }));
  if (!first || !second) throw new Error("There are two rows");
  const { changed, known } = imported(writeTerms([first, second, second]), [lease]);
  expect(changed.map(({ id, term }) => [id, term.note])).toEqual([[lease.id, "paid weekly"]]);
  expect(known).toBe(1);
});

test("the import assigns a new id to a row whose id is invalid or that of an earlier new row", () => {
  const rows = ["a,b,nonsense", `c,d,${lease.id}`, `e,f,${lease.id}`].join("\n");
  expect(imported(`english,translation,id\n${rows}`).added.map(({ id }) => id)).toEqual([
    "00000000-0000-4000-8000-000000000001",
    lease.id,
    "00000000-0000-4000-8000-000000000002",
  ]);
});

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => `term ${at},शब्द ${at}`).join("\n");
const ownOf = (count: number): StoredTerm[] =>
  Array.from({ length: count }, (_, at) => ({ ...lease, id: `${at}`, english: `own ${at}` }));

test.each([
  ["an empty file", "", 0, "no-terms"],
  ["a file with headings only", "english,translation\n", 0, "no-terms"],
  ["a file with neither headings nor Anki's headers", "lease,भाडा\nbond,धरौटी\n", 0, "no-heading"],
  ["a file without a column of translations", "english,note\nlease,x\n", 0, "no-heading"],
  ["a file of 5,001 new terms", `english,translation\n${rowsOf(5001)}`, 0, "too-many-new"],
  ["a file that makes the glossary exceed 10,000 terms", "english,translation\na,b\nc,d", 9999, "glossary-full"],
])("the import refuses %s", (_, text, own, refusal) => {
  expect(importText(text, ownOf(own))).toEqual({ refusal });
});

test("the import accepts 5,000 new terms, and one new term for a glossary of 9,999 terms", () => {
  expect(imported(`english,translation\n${rowsOf(5000)}`).added).toHaveLength(5000);
  expect(imported("english,translation\na,b", ownOf(9999)).added).toHaveLength(1);
});

test("the import accepts a known term for a glossary of more than 10,000 terms", () => {
  const own = ownOf(10_001);
  const { english = "", translation = "" } = own[0] ?? {};
  expect(imported(`english,translation\n${english},${translation}`, own)).toMatchObject({ added: [], known: 1 });
});

test("the import's push method returns false once a file has more than 5,000 new terms", () => {
  const importer = createTermImporter({ language: "nepali", own: [], now, createId: () => crypto.randomUUID() });
  expect(importer.push("english,transl")).toBe(true);
  expect(importer.push(`ation\n${rowsOf(5000)}\n`)).toBe(true);
  expect(importer.push("one,more\n")).toBe(false);
});
