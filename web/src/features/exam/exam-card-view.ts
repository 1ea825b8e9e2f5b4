import type { ExamAttempt, Marking } from "../../../../domain/exam/exam-attempt.ts";
import { type ExamOutcome, type ExamResult, resultOf } from "../../../../domain/exam/exam-result.ts";
import { findExam } from "../../../../domain/exam/exams.ts";
import type { KnownAttempt } from "./facts/merge-here.ts";
import { type MockStanding, mockStanding } from "./mock-standing.ts";

/** An exam attempt that can be continued, or that is to be marked. */
export type OpenAttempt = { attempt: KnownAttempt; standing: Extract<MockStanding, { kind: "running" | "unmarked" }> };

/** The newest exam attempt that is marked, and the marking that counts. */
export type LastResult = { attempt: KnownAttempt; outcome: ExamOutcome; markingId: string };

/** The content of the card about a learner's exam attempts. */
export type ExamCardView = { open: readonly OpenAttempt[]; last: LastResult | null };

/** @param attempts the newest first */
export function examCardOf(attempts: readonly KnownAttempt[]): ExamCardView {
  const all = attempts.map((attempt) => ({ attempt, standing: mockStanding(attempt) }));
  const open = all.flatMap(({ attempt, standing }): OpenAttempt[] =>
    standing.kind === "running" || standing.kind === "unmarked" ? [{ attempt, standing }] : [],
  );
  const [last = null] = all.flatMap(({ attempt, standing }): LastResult[] =>
    standing.kind === "marked" ? [{ attempt, outcome: standing.outcome, markingId: standing.markingId }] : [],
  );
  // The attempt that was interrupted in this browser comes first.
  return { open: open.toSorted((one, other) => rank(one) - rank(other)), last };
}

const rank = ({ attempt }: OpenAttempt) => (attempt.isRunningHere ? 0 : 1);

/** The segments that cost most in the marking that counts, the dearest first; empty where it is not known. */
export function weakestOf(
  { attempt, markingId }: LastResult,
  markings: readonly Marking[],
  most: number,
): ExamResult["costliest"] {
  const [exam, marking] = [findExam(attempt.exam), markings.find(({ marking_id: id }) => id === markingId)];
  return exam && marking ? resultOf(exam, attempt, marking.changes).costliest.slice(0, most) : [];
}

/** Segments that were heard, and all of an exam attempt. */
export function heardOf({ dialogues }: Pick<ExamAttempt, "dialogues">): { heard: number; of: number } {
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  return { heard: segments.filter((facts) => facts !== null).length, of: segments.length };
}
