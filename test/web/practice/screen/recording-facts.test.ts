import { expect, test } from "vitest";
import { speechFacts } from "../../../../web/src/features/practice/screen/recording-facts.ts";

test("speechFacts sums the silences, and rounds each time to hundredths of a second", () => {
  const pauses = [
    { from: 1, to: 1.304 },
    { from: 3, to: 4 },
  ];
  expect(speechFacts(6.1234, { firstWordSeconds: 0.456, pauses })).toEqual({
    seconds: 6.12,
    first_word_seconds: 0.46,
    silence_seconds: 1.3,
  });
});

test("speechFacts returns null for the first word if no speech was found", () => {
  expect(speechFacts(4, null)).toEqual({ seconds: 4, first_word_seconds: null, silence_seconds: 0 });
});
