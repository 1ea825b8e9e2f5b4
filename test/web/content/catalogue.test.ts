import { describe, expect, test } from "vitest";
import type { Catalogue } from "../../../domain/catalogue.ts";
import { availableText, dialoguesText, missingText, offerText } from "../../../web/src/features/content/catalogue.ts";
import { languageOptions } from "../../../web/src/features/language/language-options.ts";

const catalogue: Catalogue = {
  languages: [
    { language: "arabic", dialogues: 1 },
    { language: "nepali", dialogues: 38 },
    { language: "spanish", dialogues: 4 },
  ],
};
const nothing: Catalogue = { languages: [] };

test("a number of dialogues", () => {
  expect([0, 1, 2].map(dialoguesText)).toEqual(["No dialogues yet", "1 dialogue", "2 dialogues"]);
});

test("the languages that have dialogues", () => {
  expect(availableText(catalogue)).toBe("Arabic (1), Nepali (38) and Spanish (4)");
  expect(availableText(nothing)).toBe("");
});

describe("what is said before a choice", () => {
  test("of a language without dialogues", () => {
    expect(missingText(catalogue, "bulgarian")).toBe(
      "Bulgarian has no dialogues yet. There are dialogues in Arabic (1), Nepali (38) and Spanish (4).",
    );
    expect(missingText(nothing, "bulgarian")).toBe("Bulgarian has no dialogues yet.");
    expect(missingText(catalogue, "nepali")).toBeNull();
  });

  test("of a paid plan", () => {
    expect(offerText(catalogue, "nepali")).toBe("Nepali has 38 dialogues today.");
    expect(offerText(catalogue, "arabic")).toBe("Arabic has 1 dialogue today.");
    expect(offerText(catalogue, "bulgarian")).toBe(missingText(catalogue, "bulgarian"));
    expect(offerText(catalogue, null)).toBe(
      "There are dialogues in Arabic (1), Nepali (38) and Spanish (4). Any other language can be chosen, but has none yet.",
    );
    expect(offerText(nothing, null)).toBe("No language has dialogues yet.");
  });

  test("in the list of languages, once it is known", () => {
    const notes = (of: Catalogue | null) =>
      Object.fromEntries(languageOptions(of).map(({ value, note }) => [value, note]));
    expect(notes(catalogue)).toMatchObject({ nepali: "38 dialogues", bulgarian: "No dialogues yet" });
    expect(new Set(Object.values(notes(null)))).toEqual(new Set([undefined]));
  });
});
