import { describe, expect, test } from "vitest";
import { maxBodyBytes } from "../../../domain/http/route.ts";
import { NewShare } from "../../../domain/sharing/share.ts";
import { NewComment } from "../../../domain/sharing/share-comment.ts";
import {
  maxSharedRecordingBytes,
  maxSharedRecordings,
  maxVoiceBytes,
  shareAllowances,
  sharedKbps,
} from "../../../domain/sharing/share-limits.ts";
import { PersonName, SharedText } from "../../../domain/sharing/shared-text.ts";

const recording = (segment: number) => ({ dialogue: 0, segment, seconds: 12.5, bytes: 50_000 });

const newShare = {
  token: "0123456789abcdefghijkg",
  subject: { kind: "dialogue" },
  asker: "Asha Rai",
  question: "Do I sound polite?",
  days: 14,
  dialogues: [{ language: "nepali", scenario_id: "health-1", title: "Living with type two diabetes" }],
  recordings: [recording(0), recording(1)],
  teachers: [],
};

const isValid = (change: Record<string, unknown>) => NewShare.safeParse({ ...newShare, ...change }).success;

describe("NewShare", () => {
  test("accepts the recordings of a dialogue, and those of an exam attempt", () => {
    const exam = { kind: "exam", attempt_id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff", shows_marks: true };
    expect([isValid({}), isValid({ subject: exam })]).toEqual([true, true]);
  });

  test.each([
    ["more than 30 days", { days: 31 }],
    ["half a day", { days: 0.5 }],
    ["an empty list of recordings", { recordings: [] }],
    ["two recordings of a segment", { recordings: [recording(3), recording(3)] }],
    ["a recording of more than ten minutes", { recordings: [{ ...recording(0), seconds: 601 }] }],
    ["a question of more than 500 characters", { question: "a".repeat(501) }],
    ["an empty name", { asker: "  " }],
    ["an unknown field", { price: 0 }],
    ["a scenario id with a slash", { dialogues: [{ ...newShare.dialogues[0], scenario_id: "../x" }] }],
  ])("refuses %s", (_, change) => {
    expect(isValid(change)).toBe(false);
  });

  test("fits into a request's body with the largest number of recordings", () => {
    const recordings = Array.from({ length: maxSharedRecordings }, (_, at) => ({
      ...recording(at % 60),
      dialogue: Math.floor(at / 60),
    }));
    const largest = { ...newShare, recordings, question: "न".repeat(500) };
    expect(NewShare.safeParse(largest).success).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(maxBodyBytes);
  });
});

const comment = {
  comment_id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
  dialogue: 0,
  segment: 3,
  at_seconds: 7.3,
  kind: "term",
  text: "The word for clinic is better here.",
  unit: null,
  voice: null,
};

describe("NewComment", () => {
  test("accepts a text of 1,000 characters, and a voice comment without text", () => {
    const voice = { recording_id: comment.comment_id, seconds: 60, bytes: 240_000 };
    const accepted = [{ text: "क".repeat(1000) }, { text: "", voice }];
    expect(accepted.map((change) => NewComment.safeParse({ ...comment, ...change }).success)).toEqual([true, true]);
  });

  test.each([
    ["1,001 characters", { text: "a".repeat(1001) }],
    ["a comment without text, unit and voice", { text: " \n" }],
    ["a voice of 61 seconds", { voice: { recording_id: comment.comment_id, seconds: 61, bytes: 1000 } }],
    ["a moment before the recording", { at_seconds: -0.1 }],
    ["an unknown kind", { kind: "insult" }],
  ])("refuses %s", (_, change) => {
    expect(NewComment.safeParse({ ...comment, ...change }).success).toBe(false);
  });
});

describe("SharedText", () => {
  const parse = (text: string) => SharedText(100).safeParse(text).data;

  test("keeps line breaks, and trims the ends", () => {
    expect(parse(" one\ntwo ")).toBe("one\ntwo");
  });

  test("keeps markup as plain text", () => {
    expect(parse("<b>not bold</b>")).toBe("<b>not bold</b>");
  });

  // https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
  test.each([["\u202e"], ["\u2066"], ["\u0000"], ["\u001b"], ["\ud800"], ["\u2028"]])("refuses %j", (character) => {
    expect(parse(`a${character}b`)).toBeUndefined();
  });
});

test("PersonName refuses a second line and 61 characters", () => {
  const accepted = ["Asha", "माया राई", "a".repeat(60), "a\nb", "a".repeat(61)].map((name) =>
    PersonName.safeParse(name),
  );
  expect(accepted.map(({ success }) => success)).toEqual([true, true, true, false, false]);
});

describe("the limits of shared audio", () => {
  test("let 20 minutes of an exam fit into 6 MB, and into a free learner's allowance", () => {
    const bytes = (20 * 60 * sharedKbps * 1000) / 8;
    expect(bytes).toBeLessThanOrEqual(6_000_000);
    expect(bytes).toBeLessThan(shareAllowances.free.bytes);
  });

  test("exceed the size of the longest recording and of the longest voice comment", () => {
    expect(maxSharedRecordingBytes).toBeGreaterThan((600 * sharedKbps * 1000) / 8);
    expect(maxVoiceBytes).toBeGreaterThan((60 * sharedKbps * 1000) / 8);
  });
});
