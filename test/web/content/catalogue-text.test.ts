import { describe, expect, test } from "vitest";
import type { Catalogue } from "../../../domain/content/catalogue.ts";
import { languages } from "../../../domain/content/language.ts";
import {
  availableText,
  dialoguesText,
  entryText,
  examRangeText,
  examsAndFree,
  freeText,
  offerText,
  othersText,
  totalText,
} from "../../../web/src/features/content/catalogue-text.ts";
import { languageOptions } from "../../../web/src/features/language/language-options.ts";

const minutes = (count: number) => count * 60;

const counted: Catalogue = {
  languages: [
    { language: "arabic", dialogues: 1 },
    { language: "nepali", dialogues: 38 },
    { language: "spanish", dialogues: 4 },
  ],
};
const measured: Catalogue = {
  languages: [
    { language: "arabic", dialogues: 1, of_exam_length: 1, seconds: minutes(4), topics: 1 },
    { language: "nepali", dialogues: 38, of_exam_length: 4, seconds: minutes(72), topics: 12 },
    { language: "spanish", dialogues: 4, of_exam_length: 4, seconds: minutes(16), topics: 4 },
  ],
};
const whole: Catalogue = {
  languages: measured.languages.map((entry, nth) => ({ ...entry, exams: [0, 2, 2][nth] })),
  free: [{ language: "nepali", dialogues: 3 }],
};
const nothing: Catalogue = { languages: [] };
const onlyExamples: Catalogue = { ...nothing, free: [{ language: "nepali", dialogues: 3 }] };

const plain = (text: string | null | undefined) => text?.replaceAll("\u00a0", " ");

test("dialoguesText formats a count of dialogues", () => {
  expect([0, 1, 2].map(dialoguesText)).toEqual(["No dialogues yet", "1 dialogue", "2 dialogues"]);
});

test("entryText states the number of a language's dialogues, and their length if known", () => {
  expect(counted.languages.map(entryText)).toEqual(["1 dialogue", "38 dialogues", "4 dialogues"]);
  expect(measured.languages.map((entry) => plain(entryText(entry)))).toEqual([
    "1 dialogue · 4 min",
    "38 dialogues · 1 h 12 min",
    "4 dialogues · 16 min",
  ]);
});

test("totalText counts the dialogues of the listed languages, and states their length if known", () => {
  const [arabic, nepali] = measured.languages;
  if (!arabic || !nepali) throw new Error("no languages");
  expect(plain(totalText(measured))).toBe("43 dialogues in 3 languages, 1 h 32 min in total.");
  expect(totalText(counted)).toBe("43 dialogues in 3 languages.");
  expect(totalText({ languages: [nepali, { language: "spanish", dialogues: 4 }] })).toBe(
    "42 dialogues in 2 languages.",
  );
  expect(plain(totalText({ languages: [arabic] }))).toBe("1 dialogue in 1 language, 4 min in total.");
  expect(totalText(nothing)).toBe("No language has dialogues yet.");
  expect(totalText(onlyExamples)).toBe("");
});

test("availableText names the languages with dialogues", () => {
  expect(availableText(counted)).toBe("Arabic (1), Nepali (38) and Spanish (4)");
  expect(availableText(nothing)).toBe("");
});

test("examsAndFree states the known numbers of exams and free dialogues", () => {
  const texts = (catalogue: Catalogue) => catalogue.languages.map((entry) => examsAndFree(catalogue, entry));
  expect(texts(whole)).toEqual([
    "no mock exams · no free dialogues",
    "2 mock exams · 3 more free dialogues",
    "2 mock exams · no free dialogues",
  ]);
  expect(texts(measured)).toEqual(["", "", ""]);
  expect(texts({ languages: [{ language: "urdu", dialogues: 2, exams: 1 }] })).toEqual(["1 mock exam"]);
});

test("examRangeText states the fewest and most exams of a language if all numbers are known", () => {
  const having = (...exams: (number | undefined)[]): Catalogue => ({
    languages: exams.map((count) => ({ language: "urdu", dialogues: 2, exams: count })),
  });
  expect(examRangeText(having(1, 6, 2))).toBe("Each of these languages has enough dialogues for 1 to 6 mock exams.");
  expect(examRangeText(having(2, 2))).toBe("Each of these languages has enough dialogues for 2 mock exams.");
  expect(examRangeText(having(1, 1))).toBe("Each of these languages has enough dialogues for 1 mock exam.");
  expect(examRangeText(having(2))).toBe("This language has enough dialogues for 2 mock exams.");
  expect(examRangeText(having(1, undefined))).toBe("");
  expect(examRangeText(nothing)).toBe("");
});

test("freeText states the number of free dialogues by language", () => {
  expect(freeText(whole)).toBe("3 more dialogues in Nepali are free.");
  expect(freeText({ ...nothing, free: [{ language: "urdu", dialogues: 1 }] })).toBe("1 dialogue in Urdu is free.");
  expect(freeText({ ...nothing, free: [] })).toBe("No dialogue is free yet.");
  expect(freeText(nothing)).toBe("");
});

test("othersText counts the languages without dialogues", () => {
  expect(othersText(measured)).toBe("53 languages have no dialogues yet.");
  const all = languages.map(({ name }) => ({ language: name, dialogues: 1 }));
  expect(othersText({ languages: all.slice(1) })).toBe("1 language has no dialogues yet.");
  expect(othersText({ languages: all })).toBe("");
  expect(othersText({ languages: all.filter(({ language }) => language !== "nepali"), free: whole.free })).toBe("");
});

describe("the texts before a choice of language or plan", () => {
  test("offerText reports a language without dialogues, and one with free examples only", () => {
    expect(offerText(counted, "bulgarian")).toBe("Bulgarian has no dialogues yet.");
    expect(offerText(onlyExamples, "nepali")).toBe("Nepali has only free example dialogues.");
  });

  test("offerText states no length if the lengths of the dialogues are unknown", () => {
    expect(offerText(counted, "nepali")).toBe("Nepali has 38 dialogues.");
    expect(offerText(counted, "arabic")).toBe("Arabic has 1 dialogue.");
    expect(offerText(counted, null)).toBe("43 dialogues in 3 languages.");
    expect(offerText(nothing, null)).toBe("No language has dialogues yet.");
  });

  test("offerText states the total length, and how many of a language's dialogues have exam length", () => {
    expect(plain(offerText(measured, "nepali"))).toBe(
      "Nepali has 38 dialogues in 12 topics, 1 h 12 min in total. 4 of them are of exam length.",
    );
    expect(plain(offerText(measured, "arabic"))).toBe(
      "Arabic has 1 dialogue in 1 topic, 4 min in total. It is of exam length.",
    );
    expect(plain(offerText(measured, "spanish"))).toBe(
      "Spanish has 4 dialogues in 4 topics, 16 min in total. All of them are of exam length.",
    );
    expect(plain(offerText(measured, null))).toBe("43 dialogues in 3 languages, 1 h 32 min in total.");
  });

  test("offerText describes the exams and the free dialogues if their numbers are known", () => {
    expect(plain(offerText(whole, "nepali"))).toBe(
      "Nepali has 38 dialogues in 12 topics, 1 h 12 min in total. 4 of them are of exam length. Nepali has enough dialogues for 2 mock exams. 3 more dialogues in Nepali are free.",
    );
    expect(plain(offerText(whole, "arabic"))).toBe(
      "Arabic has 1 dialogue in 1 topic, 4 min in total. It is of exam length. Arabic has too few dialogues for a mock exam. No dialogue in Arabic is free.",
    );
    expect(plain(offerText(whole, null))).toBe(
      "43 dialogues in 3 languages, 1 h 32 min in total. These languages have enough dialogues for up to 2 mock exams each. 3 more dialogues in Nepali are free.",
    );
    expect(offerText({ ...whole, free: [] }, "nepali")).toMatch(/ No dialogue in Nepali is free\.$/);
  });

  test.each([
    [{ dialogues: 1, of_exam_length: 0 }, "Urdu has 1 dialogue. It is not of exam length."],
    [{ dialogues: 2, of_exam_length: 0 }, "Urdu has 2 dialogues. None of them is of exam length."],
    [{ dialogues: 2, of_exam_length: 1 }, "Urdu has 2 dialogues. 1 of them is of exam length."],
    [{ dialogues: 2, seconds: minutes(60) }, "Urdu has 2 dialogues, 1 h in total."],
  ])("offerText describes a language with %j as: %s", (counts, text) => {
    expect(plain(offerText({ languages: [{ language: "urdu", ...counts }] }, "urdu"))).toBe(text);
  });

  test("languageOptions describes a language's dialogues only if the catalogue is known", () => {
    const notes = (of: Catalogue | null) =>
      Object.fromEntries(languageOptions(of).map(({ value, note }) => [value, plain(note)]));
    expect(notes(counted)).toMatchObject({ nepali: "38 dialogues", bulgarian: "No dialogues yet" });
    expect(notes(measured)).toMatchObject({ nepali: "38 dialogues · 1 h 12 min", bulgarian: "No dialogues yet" });
    const examples = { languages: [], free: [{ language: "nepali" as const, dialogues: 3 }] };
    expect(notes(examples)).toMatchObject({ nepali: "Free examples only", bulgarian: "No dialogues yet" });
    expect(new Set(Object.values(notes(null)))).toEqual(new Set([undefined]));
  });

  test("languageOptions lists languages with dialogues first", () => {
    const order = (of: Catalogue | null) => languageOptions(of).map(({ value }) => value);
    const names = languages.map(({ name }) => name);
    expect(order(null)).toEqual(names);
    const having = ["arabic", "nepali", "spanish"] as const;
    expect(order(counted)).toEqual([...having, ...names.filter((name) => !having.some((each) => each === name))]);
  });
});
