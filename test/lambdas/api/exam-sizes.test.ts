import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import { mostSegments } from "../../../domain/content/dialogue-limits.ts";
import {
  type ExamAttemptFacts,
  type ExamDialogue,
  mostChangesAtOnce,
  mostDialogues,
  mostInterruptions,
  mostRepeats,
} from "../../../domain/exam/exam-attempt.ts";
import { maxBodyBytes } from "../../../domain/http/route.ts";
import { aMock, at, longestNote, noting } from "../support/exams.ts";
import { aLearner } from "../support/learners.ts";

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length;

/** In a script whose letters take three bytes each. */
const longestDialogue: ExamDialogue = {
  ...{ language: "vietnamese", scenario_id: "a".repeat(64), topic_id: "consumer-affairs" },
  ...{ title: "語".repeat(200), version: "語".repeat(100), words: 9999.123_456_789_01 },
  segments: Array.from({ length: mostSegments }, () => ({
    ...{ heard_at: at(0), repeats: mostRepeats, take_seconds: 86_399.123_456_789_01, interrupted: false },
  })),
};

const largestMock: ExamAttemptFacts = aMock({
  ...{ seed: 2 ** 32 - 1, revision: 100_000 },
  dialogues: Array.from({ length: mostDialogues }, () => longestDialogue),
  interruptions: Array.from({ length: mostInterruptions }, () => ({
    ...{ at: at(0), dialogue: mostDialogues - 1, segment: mostSegments - 1, kind: "microphone" },
  })),
});

test("the largest mock and the longest changes fit into a request, and no more than those are taken", async () => {
  const learner = await aLearner();
  const params = { attemptId: randomUUID() };
  expect(bytesOf(largestMock)).toBeLessThan(maxBodyBytes);
  const stored = await learner.ask("save-exam-attempt", { params, body: largestMock });
  expect(stored).toMatchObject(largestMock);
  // What cannot be seen is written by JSON in six bytes for each character.
  const changes = Array.from({ length: mostChangesAtOnce }, () => noting(longestNote("\u0001")));
  const body = { created_at: at(0), changes };
  expect(bytesOf(body)).toBeLessThan(maxBodyBytes);
  const marking = await learner.ask("mark-exam-attempt", { params: { ...params, markingId: randomUUID() }, body });
  expect(new Set(marking.changes)).toEqual(new Set(changes));
  const oneMore = { ...body, changes: [...changes, noting(longestNote("a"))] };
  expect(routes["mark-exam-attempt"].body.safeParse(oneMore).success).toBe(false);
});
