import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import { maxSegments } from "../../../domain/content/dialogue-limits.ts";
import {
  type ExamAttemptFacts,
  type ExamDialogue,
  maxChangesPerRequest,
  maxDialogues,
  maxInterruptions,
  maxRepeats,
} from "../../../domain/exam/exam-attempt.ts";
import { maxBodyBytes } from "../../../domain/http/route.ts";
import { aNoteChange, anExamAttempt, instantAt, longestNote } from "../support/exam-builders.ts";
import { aLearner } from "../support/learners.ts";

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length;

/** The letter 語 has three bytes in UTF-8. */
const longestDialogue: ExamDialogue = {
  ...{ language: "vietnamese", scenario_id: "a".repeat(64), topic_id: "consumer-affairs" },
  ...{ title: "語".repeat(200), version: "語".repeat(100), words: 9999.123_456_789_01 },
  segments: Array.from({ length: maxSegments }, () => ({
    ...{ heard_at: instantAt(0), repeats: maxRepeats, take_seconds: 86_399.123_456_789_01, interrupted: false },
  })),
};

const largestExamAttempt: ExamAttemptFacts = anExamAttempt({
  ...{ seed: 2 ** 32 - 1, revision: 100_000 },
  dialogues: Array.from({ length: maxDialogues }, () => longestDialogue),
  interruptions: Array.from({ length: maxInterruptions }, () => ({
    ...{ at: instantAt(0), dialogue: maxDialogues - 1, segment: maxSegments - 1, kind: "microphone" },
  })),
});

test("a request can contain an exam attempt of 360 segments, or 40 notes with the longest remarks", async () => {
  const learner = await aLearner();
  const params = { attemptId: randomUUID() };
  expect(bytesOf(largestExamAttempt)).toBeLessThan(maxBodyBytes);
  const stored = await learner.ask("save-exam-attempt", { params, body: largestExamAttempt });
  expect(stored).toMatchObject(largestExamAttempt);
  // The character U+0001 has six bytes in JSON.
  const changes = Array.from({ length: maxChangesPerRequest }, () => aNoteChange(longestNote("\u0001")));
  const body = { created_at: instantAt(0), changes };
  expect(bytesOf(body)).toBeLessThan(maxBodyBytes);
  const marking = await learner.ask("mark-exam-attempt", { params: { ...params, markingId: randomUUID() }, body });
  expect(new Set(marking.changes)).toEqual(new Set(changes));
  const oneMore = { ...body, changes: [...changes, aNoteChange(longestNote("a"))] };
  expect(routes["mark-exam-attempt"].body.safeParse(oneMore).success).toBe(false);
});
