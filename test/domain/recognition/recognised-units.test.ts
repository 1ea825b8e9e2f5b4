import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SegmentList, unitKinds } from "../../../domain/content/pack.ts";
import { type ExpectedUnit, recogniseUnits } from "../../../domain/recognition/recognised-units.ts";
import { passages, transcripts } from "./transcripts.ts";

describe("a unit", () => {
  test.each(transcripts)(
    "of the kind $unit.kind, “$unit.text”, has the outcome $expected in “$transcript”",
    ({ unit, transcript, expected }) => {
      expect(recogniseUnits(transcript, [unit])).toEqual([expected]);
    },
  );

  test.each(unitKinds)("of the kind %s occurs in at least 25 tests, with every possible outcome", (kind) => {
    const rows = transcripts.filter(({ unit }) => unit.kind === kind);
    expect(rows.length).toBeGreaterThanOrEqual(25);
    const outcomes = kind === "key-idea" ? ["heard", "unsure"] : ["heard", "not-heard", "unsure"];
    expect([...new Set(rows.map(({ expected }) => expected))].sort()).toEqual(outcomes);
  });
});

describe("the units of a segment", () => {
  test.each(passages)("each have the expected outcome in “$transcript”", ({ transcript, units }) => {
    const expected = units.map(([kind, text]): ExpectedUnit => ({ kind, text }));
    const outcomes = recogniseUnits(transcript, expected);
    expect(units.map(([kind, text], at) => [kind, text, outcomes[at]])).toEqual(units);
  });
});

type Reference = { text: string; units: readonly ExpectedUnit[] };

const pack = join(import.meta.dirname, "../../../content/pack");

const references = globSync("*/*/*/metadata.json", { cwd: pack }).flatMap((file): Reference[] =>
  SegmentList.parse(JSON.parse(readFileSync(join(pack, file), "utf8")))
    .filter(({ original_language }) => original_language !== undefined && original_language !== "english")
    .map(({ translated_script: text, units = [] }) => ({
      text,
      units: units.map(({ kind, translation }) => ({ kind, text: translation })),
    })),
);

const unitWords = "zero one two three four five six seven eight nine".split(" ");
const teenWords = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tenWords = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinalWords = "first second third fourth fifth sixth seventh eighth ninth".split(" ");

/** Numbers below 100 and most of their ordinals as digits. Every ordinal ends in "th", for example "1th". */
const digitsOf = new Map<string, string>([
  ...[...unitWords, ...teenWords].map((word, value): [string, string] => [word, String(value)]),
  ...ordinalWords.map((word, at): [string, string] => [word, `${at + 1}th`]),
  ...teenWords.map((word, at): [string, string] => [`${word.replace("twelve", "twelf")}th`, `${at + 10}th`]),
  ...tenWords.flatMap((ten, at): [string, string][] => [
    [ten, String(10 * at + 20)],
    ...unitWords.slice(1).map((unit, ones): [string, string] => [`${ten} ${unit}`, String(10 * at + 21 + ones)]),
    ...ordinalWords.map((unit, ones): [string, string] => [`${ten} ${unit}`, `${10 * at + 21 + ones}th`]),
  ]),
]);
const longestFirst = [...digitsOf.keys()].sort((one, other) => other.length - one.length);
const numberWords = new RegExp(`\\b(?:${longestFirst.join("|")})\\b`, "g");

const withoutPunctuation = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}' ]+/gu, " ")
    .replace(/ +/g, " ");

describe("a reference that is read aloud", () => {
  test.each([
    ["unchanged", (text: string) => text],
    ["in lower case without punctuation", withoutPunctuation],
    ["without apostrophes", (text: string) => withoutPunctuation(text).replaceAll("'", "")],
    [
      "with number words below 100 as digits",
      (text: string) => withoutPunctuation(text).replace(numberWords, (word) => digitsOf.get(word) ?? word),
    ],
  ])("contains all its units if it is transcribed %s", (_, write) => {
    const missed = references.flatMap(({ text, units }) => {
      const outcomes = recogniseUnits(write(text), units);
      return units.filter((_unit, at) => outcomes[at] !== "heard").map((unit) => ({ unit, text }));
    });
    expect(references.length).toBeGreaterThan(200);
    expect(missed).toEqual([]);
  });

  test("lacks most numbers, dates, names and terms if their words are removed", () => {
    const outcomesOf = (kind: ExpectedUnit["kind"]) =>
      references.flatMap(({ text, units }) =>
        units
          .filter((unit) => unit.kind === kind)
          .flatMap((unit) => recogniseUnits(withoutPunctuation(text.replace(unit.text, " ")), [unit])),
      );
    const missedShare = (kind: ExpectedUnit["kind"]) => {
      const outcomes = outcomesOf(kind);
      return outcomes.filter((outcome) => outcome === "not-heard").length / outcomes.length;
    };
    for (const kind of ["number", "date", "name"] as const) expect(missedShare(kind), kind).toBeGreaterThan(0.9);
    expect(missedShare("term")).toBeGreaterThan(0.85);
    expect(missedShare("key-idea")).toBe(0);
  });
});

const fragment = fc.constantFrom(
  ...["half", "past", "to", "and", "a", "hundred", "thousand", "seven", "7:30", "15/3", "1/2", "$5", "%", "20th", "oh"],
  ...[
    "sorry",
    "I mean",
    "no",
    "may",
    "day before yesterday",
    "last night",
    "constructor",
    "__proto__",
    "x'constructor",
  ],
  ...["'", "’", "-", ".", "½", "a.m.", "99999999999999999999", "G.S.T.", "ago", "week"],
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fragment, { maxLength: 20 }).map((fragments) => fragments.join(" ")),
);
const anyUnit = fc.record({
  kind: fc.constantFrom(...unitKinds),
  text: anyText,
  accepted: fc.array(anyText, { maxLength: 2 }),
});

describe("any text", () => {
  test("has an outcome for each unit, but never not-heard for a key idea", () => {
    fc.assert(
      fc.property(anyText, fc.array(anyUnit, { maxLength: 4 }), (transcript, units) => {
        const outcomes = recogniseUnits(transcript, units);
        expect(outcomes).toHaveLength(units.length);
        for (const [at, outcome] of outcomes.entries()) {
          const isKeyIdea = units[at]?.kind === "key-idea";
          expect(isKeyIdea ? ["heard", "unsure"] : ["heard", "not-heard", "unsure"]).toContain(outcome);
        }
      }),
    );
  });

  test("with no words, or only fillers, leaves all units unsure", () => {
    const silence = fc.constantFrom("", " ", "...", "um", "Uh, er.", "\n");
    fc.assert(
      fc.property(silence, fc.array(anyUnit), (transcript, units) => {
        expect(recogniseUnits(transcript, units)).toEqual(units.map(() => "unsure"));
      }),
    );
  });

  test("is evaluated only up to 5,000 characters", () => {
    const unit = { kind: "number", text: "fifteen hundred dollars" } as const;
    const filling = "we paid a lot of money ".repeat(220).slice(0, 4_900);
    expect(recogniseUnits(`${filling} 1500 dollars`, [unit])).toEqual(["heard"]);
    expect(recogniseUnits(`${filling} ${"we paid a lot ".repeat(10)} 1500 dollars`, [unit])).toEqual(["not-heard"]);
  });
});
