import { expect, test } from "vitest";
import { Catalogue, countFreeDialogues, findLanguageEntry, sumCatalogue } from "../../../domain/content/catalogue.ts";

const nepali = { language: "nepali", dialogues: 38, of_exam_length: 4, seconds: 4320, topics: 12 } as const;
const old = { language: "spanish", dialogues: 4 } as const;

test("findLanguageEntry returns undefined for an unlisted language", () => {
  const catalogue: Catalogue = { languages: [nepali] };
  expect(findLanguageEntry(catalogue, "nepali")).toEqual(nepali);
  expect(findLanguageEntry(catalogue, "bulgarian")).toBeUndefined();
});

test("countFreeDialogues returns 0 for an unlisted language, and undefined without a free list", () => {
  const catalogue: Catalogue = { languages: [nepali], free: [{ language: "nepali", dialogues: 3 }] };
  expect(countFreeDialogues(catalogue, "nepali")).toBe(3);
  expect(countFreeDialogues(catalogue, "spanish")).toBe(0);
  expect(countFreeDialogues({ languages: [], free: [] }, "nepali")).toBe(0);
  expect(countFreeDialogues({ languages: [nepali] }, "nepali")).toBeUndefined();
});

test("sumCatalogue returns undefined seconds if one language has no seconds", () => {
  expect(sumCatalogue({ languages: [nepali, { ...old, seconds: 80 }] })).toEqual({ dialogues: 42, seconds: 4400 });
  expect(sumCatalogue({ languages: [nepali, old] })).toEqual({ dialogues: 42, seconds: undefined });
  expect(sumCatalogue({ languages: [] })).toMatchObject({ dialogues: 0 });
});

test("the catalogue schema accepts the shortest entry and drops unknown fields", () => {
  expect(Catalogue.parse({ languages: [old] })).toEqual({ languages: [old] });
  expect(Catalogue.parse({ format: 2, languages: [{ ...nepali, teachers: 3 }] })).toEqual({ languages: [nepali] });
});

test.each([
  { languages: [{ language: "klingon", dialogues: 1 }] },
  { languages: [{ ...old, dialogues: 0 }] },
  { languages: [{ ...old, dialogues: 1.5 }] },
  { languages: [{ ...old, of_exam_length: -1 }] },
  { languages: [{ ...old, seconds: 0 }] },
  { languages: [{ ...old, topics: 0.5 }] },
  { languages: [{ ...old, exams: -1 }] },
  { languages: [old], free: [{ language: "nepali", dialogues: 0 }] },
  { languages: [old], free: [{ language: "klingon", dialogues: 1 }] },
  {},
])("the catalogue schema refuses %j", (value) => {
  expect(Catalogue.safeParse(value).success).toBe(false);
});
