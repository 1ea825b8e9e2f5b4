import { expect, test } from "vitest";
import { Catalogue, dialoguesIn } from "../../domain/catalogue.ts";

const catalogue: Catalogue = { languages: [{ language: "nepali", dialogues: 38 }] };

test("a language that is not in the catalogue has no dialogues", () => {
  expect(dialoguesIn(catalogue, "nepali")).toBe(38);
  expect(dialoguesIn(catalogue, "bulgarian")).toBe(0);
});

test.each([
  { languages: [{ language: "klingon", dialogues: 1 }] },
  { languages: [{ language: "nepali", dialogues: 0 }] },
  { languages: [{ language: "nepali", dialogues: 1.5 }] },
  {},
])("%j is no catalogue", (value) => {
  expect(Catalogue.safeParse(value).success).toBe(false);
});
