import { expect, it } from "vitest";
import { lossText, recordingsText } from "../../../web/src/app/loss-text.ts";

const end = "could not be sent, and logging out removes it from this browser.";

it.each([
  [{ segments: 1, mocks: 0 }, `Your progress with one segment ${end}`],
  [{ segments: 3, mocks: 0 }, `Your progress with 3 segments ${end}`],
  [{ segments: 0, mocks: 1 }, `What is new of one mock exam ${end}`],
  [{ segments: 2, mocks: 2 }, `Your progress with 2 segments and what is new of 2 mock exams ${end}`],
])("%j: %s", (unsent, text) => expect(lossText(unsent)).toBe(text));

it.each([
  [1, "one recording. It is deleted when you log out, unless you save a file first."],
  [24, "24 recordings. They are deleted when you log out, unless you save a file first."],
])("%i recordings of mock exams", (count, text) =>
  expect(recordingsText(count)).toBe(`What you said in mock exams is on this device alone: ${text}`),
);
