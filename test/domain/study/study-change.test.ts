import { expect, test } from "vitest";
import { StudyChange } from "../../../domain/study/study-change.ts";
import {
  aRecordingChange,
  aRetentionChange,
  aReview,
  aReviewChange,
  aTerm,
  aTermChange,
  firstInstant,
  longestTerm,
} from "../../lambdas/support/study-builders.ts";

const accepts = (value: unknown) => StudyChange.safeParse(value).success;

test.each([
  ["a review", aReviewChange()],
  ["a removed review", aReviewChange(null)],
  ["a recording", aRecordingChange({ first_word_seconds: null })],
  ["the longest term", aTermChange(longestTerm("語"))],
  ["a deleted term", aTermChange(null)],
  ["a setting", aRetentionChange()],
])("the StudyChange schema accepts %s unchanged", (_, change) => {
  expect(StudyChange.parse(change)).toEqual(change);
});

test.each([
  [
    "a review of an unknown language",
    {
      ...aReviewChange(),
      review: {
        ...aReview(),
        item: { kind: "segment", language: "klingon", scenario_id: "emp-1", segment_id: "segment-1" },
      },
    },
  ],
  ["a review with a fractional day", aReviewChange(aReview({ day: 1.5 }))],
  ["a review before 1970", aReviewChange(aReview({ day: -1 }))],
  [
    "101 missed units",
    aReviewChange(
      aReview({ missed: Array.from({ length: 101 }, () => ({ sign: "0badcafe", kind: "number" as const })) }),
    ),
  ],
  [
    "a missed unit with a fingerprint in capitals",
    aReviewChange(aReview({ missed: [{ sign: "0BADCAFE", kind: "number" }] })),
  ],
  ["a removed recording", { ...aRecordingChange(), recording: null }],
  ["a recording over an hour", aRecordingChange({ seconds: 3600.1 })],
  ["negative silence", aRecordingChange({ silence_seconds: -0.1 })],
  ["a term with blank English text", aTermChange(aTerm({ english: "  " }))],
  ["a translation that is too long", aTermChange(aTerm({ translation: "a".repeat(201) }))],
  ["a sentence that is too long", aTermChange(aTerm({ sentence: "a".repeat(501) }))],
  ["a note that is too long", aTermChange(aTerm({ note: "a".repeat(501) }))],
  ["a retention below the range", aRetentionChange(0.79)],
  ["a retention above the range", aRetentionChange(0.98)],
  ["a time with an offset from UTC", { ...aRetentionChange(), changed_at: "2026-11-21T12:00:00+10:00" }],
  ["an unknown setting", { type: "setting", changed_at: firstInstant, setting: { name: "colour", value: 1 } }],
])("the StudyChange schema refuses %s", (_, change) => {
  expect(accepts(change)).toBe(false);
});

// DynamoDB refuses numbers as small as 1e-300.
test("the StudyChange schema rounds seconds to milliseconds", () => {
  const change = StudyChange.parse(aRecordingChange({ seconds: 1e-300, silence_seconds: 1.23456789 }));
  expect(change).toMatchObject({ recording: { seconds: 0, silence_seconds: 1.235 } });
});

test("the StudyChange schema trims the English text and the translation of a term", () => {
  const change = StudyChange.parse(aTermChange(aTerm({ english: " lease\n", translation: " पट्टा " })));
  expect(change).toMatchObject({ term: { english: "lease", translation: "पट्टा" } });
});
