import { expect, test } from "vitest";
import { decidingMarking, newestMarkedAttempt, remainingMarkings } from "../../../domain/exam/deciding-marking.ts";
import type { ExamAttempt, MarkingSummary } from "../../../domain/exam/exam-attempt.ts";
import { anExamAttempt, instantAt } from "../../lambdas/support/exam-builders.ts";

const segments = 24;

const aSummary = (marking_id: string, fields: Partial<MarkingSummary> = {}): MarkingSummary => ({
  ...{ marking_id, created_at: instantAt(0), marker: "", lost: [0, 0], marked: segments },
  ...fields,
});

const anAttempt = (attempt_id: string, fields: Partial<ExamAttempt> = {}): ExamAttempt => ({
  ...{ ...anExamAttempt(), attempt_id, user_id: "learner", markings: [] },
  ...fields,
});

test("the learner's complete marking decides the result, otherwise the first complete marking", () => {
  const [teachers, friends, own] = [aSummary("1", { marker: "Rita" }), aSummary("2", { marker: "Sam" }), aSummary("3")];
  const half = aSummary("4", { marked: segments - 1 });
  const deciding = (...markings: MarkingSummary[]) => decidingMarking(anAttempt("a", { markings }))?.marking_id;
  expect([deciding(teachers, friends, own), deciding(half, teachers, friends), deciding(half), deciding()]).toEqual([
    ...["3", "1"],
    ...[undefined, undefined],
  ]);
});

test("no marking decides the result of a running exam or of an exam without heard segments", () => {
  const markings = [aSummary("1")];
  expect(decidingMarking(anAttempt("a", { markings, outcome: "ended" }))).toBeDefined();
  expect(decidingMarking(anAttempt("a", { markings, outcome: "running" }))).toBeUndefined();
  const unheard = anExamAttempt().dialogues.map((dialogue) => ({
    ...dialogue,
    segments: dialogue.segments.map(() => null),
  }));
  expect(decidingMarking(anAttempt("a", { markings, dialogues: unheard, outcome: "ended" }))).toBeUndefined();
});

test("newestMarkedAttempt returns the newest marked attempt of a known exam, even if the list is reversed", () => {
  const marked = (id: string, second: number, fields: Partial<ExamAttempt> = {}) =>
    anAttempt(id, { started_at: instantAt(second), markings: [aSummary(id)], ...fields });
  const all = [
    ...[marked("old", 1), marked("new", 3), marked("middle", 2)],
    anAttempt("unmarked", { started_at: instantAt(4) }),
    marked("other", 5, { exam: "an exam of a later version" }),
  ];
  expect(newestMarkedAttempt(all)?.attempt_id).toBe("new");
  expect(newestMarkedAttempt(all.toReversed())?.attempt_id).toBe("new");
  expect(newestMarkedAttempt([])).toBeUndefined();
});

test("remainingMarkings leaves out deleted markings", () => {
  const markings = ["1", "2", "3"].map((marking_id) => ({ marking_id, created_at: instantAt(0), changes: [] }));
  const remaining = (deleted_markings?: string[]) =>
    remainingMarkings(anAttempt("a", { ...(deleted_markings && { deleted_markings }) }), markings);
  expect(remaining()).toEqual(markings);
  expect(remaining(["2", "another"]).map(({ marking_id }) => marking_id)).toEqual(["1", "3"]);
});
