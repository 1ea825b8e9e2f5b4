import { isOwnMarker } from "../../../../domain/exam/exam-marking.ts";
import { type ExamOutcome, outcomeOf } from "../../../../domain/exam/exam-result.ts";
import { findExam } from "../../../../domain/exam/exams.ts";
import type { KnownAttempt } from "./facts/merge-here.ts";

/** Where one of the learner's mocks stands. */
export type MockStanding =
  | { kind: "running"; here: boolean }
  /** It was ended before anything was heard. */
  | { kind: "empty" }
  /** No marking of it is finished; `marked` of the segments that were heard are, in the one that is furthest. */
  | { kind: "unmarked"; marked: number; heard: number }
  | { kind: "marked"; outcome: ExamOutcome /** The marking that counts. */; markingId: string; markings: number }
  | { kind: "unknown-exam" };

/** The status of an exam attempt. Of several complete markings the learner's own counts, or else the first. */
export function mockStanding(attempt: KnownAttempt): MockStanding {
  if (attempt.outcome === "running") return { kind: "running", here: attempt.isRunningHere };
  const exam = findExam(attempt.exam);
  if (!exam) return { kind: "unknown-exam" };
  const heard = attempt.dialogues.flatMap(({ segments }) => segments).filter((facts) => facts !== null).length;
  if (heard === 0) return { kind: "empty" };
  const { markings } = attempt;
  const complete = markings.filter(({ marked }) => marked >= heard);
  const finished = complete.find(({ marker }) => isOwnMarker(marker)) ?? complete[0];
  if (!finished) return { kind: "unmarked", marked: Math.max(0, ...markings.map(({ marked }) => marked)), heard };
  const outcome = outcomeOf(exam, attempt, finished.lost);
  return { kind: "marked", outcome, markingId: finished.marking_id, markings: markings.length };
}

/** The status of an exam attempt in a few words. */
export function standingText(standing: MockStanding): string {
  switch (standing.kind) {
    case "running":
      return standing.here ? "Under way" : "Under way, or broken off, in another browser";
    case "empty":
      return "Ended before its first segment";
    case "unknown-exam":
      return "Of an exam that Parlance does not know";
    case "unmarked":
      return standing.marked === 0 ? "Not marked yet" : `${standing.marked} of ${standing.heard} segments marked`;
    case "marked":
      return standing.outcome.passed ? "Pass" : "Fail";
  }
}

/** A mock with its marks. */
export type MarkedMock = { attempt: KnownAttempt; outcome: ExamOutcome };

/** The mocks of an exam that were marked to the end, the oldest first. */
export function markedMocks(attempts: readonly KnownAttempt[], examId: string): readonly MarkedMock[] {
  const marked = attempts.flatMap((attempt): MarkedMock[] => {
    const standing = mockStanding(attempt);
    return standing.kind === "marked" && attempt.exam === examId ? [{ attempt, outcome: standing.outcome }] : [];
  });
  return marked.toSorted((one, other) => Date.parse(one.attempt.started_at) - Date.parse(other.attempt.started_at));
}

/** The ids of the mocks that were not marked to the end. */
export function unmarkedMocks(attempts: readonly KnownAttempt[]): ReadonlySet<string> {
  return new Set(attempts.filter((each) => mockStanding(each).kind !== "marked").map(({ attempt_id }) => attempt_id));
}
