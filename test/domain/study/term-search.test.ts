import { expect, test } from "vitest";
import { createTermSearch } from "../../../domain/study/term-search.ts";

const bail = { english: "bail bond", translation: "fianza", note: "Corte de Los Ángeles" };
const lease = { english: "lease", translation: "contrato de alquiler", note: "" };
const search = createTermSearch([bail, lease]);

test.each([
  ["BAIL", [bail]],
  ["alquiler", [lease]],
  ["angeles", [bail]],
  ["bond fianza", [bail]],
  ["bail alquiler", []],
  ["a", [bail, lease]],
  ["  ", [bail, lease]],
  ["", [bail, lease]],
])("a search for %j finds the terms that contain all its words", (query, found) => {
  expect(search(query)).toEqual(found);
});

test("a search finds no text that spans a term's English and its translation", () => {
  expect(createTermSearch([{ english: "no", translation: "tice", note: "" }])("notice")).toEqual([]);
});
