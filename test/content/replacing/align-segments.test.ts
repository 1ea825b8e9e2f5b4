import { expect, it } from "vitest";
import { alignSegments, spokenWords } from "../../../content/replacing/align-segments.ts";

const segment = (original: string, translation: string) => ({ speaker: "english" as const, original, translation });
const name = segment("What is your name?", "तपाईंको नाम के हो?");
const home = segment("Where do you live?", "तपाईं कहाँ बस्नुहुन्छ?");
const thanks = segment("Thank you very much.", "धेरै धन्यवाद।");

const pairsOf = (former: (typeof name)[], next: (typeof name)[]) =>
  alignSegments(former, next).map((pair) => [pair.former, pair.next]);

it.each([
  [
    "equal segments",
    [name, home],
    [name, home],
    [
      [0, 0],
      [1, 1],
    ],
  ],
  [
    "an added segment",
    [name, thanks],
    [name, home, thanks],
    [
      [0, 0],
      [null, 1],
      [1, 2],
    ],
  ],
  [
    "a removed segment",
    [name, home, thanks],
    [name, thanks],
    [
      [0, 0],
      [1, null],
      [2, 1],
    ],
  ],
  [
    "a corrected translation",
    [name, home],
    [name, segment(home.original, "कहाँ बस्नुहुन्छ तपाईं?")],
    [
      [0, 0],
      [1, 1],
    ],
  ],
  ["a corrected original", [name], [segment("What is your full name?", name.translation)], [[0, 0]]],
  [
    "a segment that replaces another segment",
    [name],
    [thanks],
    [
      [0, null],
      [null, 0],
    ],
  ],
  ["no former segment", [], [name], [[null, 0]]],
])("alignSegments returns the expected pairs for %s", (_, former, next, pairs) => {
  expect(pairsOf(former, next)).toEqual(pairs);
});

it.each([
  ["a comma, an exclamation mark and case", "Good morning, Sita!", "good morning Sita"],
  ["the Arabic marks fatha, kasra and sukun", "عِنْدَكَ مَوْعِد", "عندك موعد"],
  ["a space before a percent sign", "5% of it", "5 % of it"],
])("spokenWords ignores %s", (_, one, other) => {
  expect(spokenWords(one)).toBe(spokenWords(other));
});

it.each([
  ["a percent sign", "5 % of it", "5 of it"],
  ["a dollar sign", "$5 a day", "5 a day"],
  ["the currency sign", "€5 a day", "$5 a day"],
  ["a plus sign", "a score of +2", "a score of 2"],
  ["an ampersand", "Smith & Sons", "Smith, Sons"],
  ["a degree sign", "38° at noon", "38 at noon"],
  ["an Arabic percent sign", "٥٪", "٥"],
])("spokenWords distinguishes texts that differ in %s", (_, one, other) => {
  expect(spokenWords(one)).not.toBe(spokenWords(other));
});

it("spokenWords distinguishes texts that differ in a word or a vowel sign", () => {
  expect(spokenWords("two days")).not.toBe(spokenWords("ten days"));
  expect(spokenWords("दिन")).not.toBe(spokenWords("दान"));
});
