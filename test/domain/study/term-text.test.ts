import { expect, test } from "vitest";
import { foldForSearch, termKey } from "../../../domain/study/term-text.ts";

test.each([
  ["Bail  Bond", "bail bond"],
  ["Résumé", "resume"],
  ["Đơn xin", "don xin"],
  ["ŁÓDŹ", "lodz"],
  ["Straße", "strasse"],
  ["عَقْد", "عقد"],
  // Vowel signs of Devanagari are not removed, unlike Arabic vowel signs and accents.
  ["भाडा", "भाडा"],
])("foldForSearch makes %j searchable as %j", (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

const key = (english: string, translation: string, language: "nepali" | "hindi" = "nepali") =>
  termKey({ language, english, translation });

test("termKey ignores case, extra spaces and Unicode form", () => {
  expect(key("Lease", "भाडा  सम्झौता")).toBe(key(" lease", "भाडा सम्झौता"));
  expect(key("cafe\u0301", "x")).toBe(key("CAFÉ", "X"));
});

test("termKey differs by language, translation and accent, and if English and translation are swapped", () => {
  const keys = [key("lease", "a"), key("lease", "a", "hindi"), key("lease", "b"), key("léase", "a"), key("a", "lease")];
  expect(new Set(keys).size).toBe(5);
});
