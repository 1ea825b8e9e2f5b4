import { countHeard, decidingMarking } from "../../../../domain/exam/deciding-marking.ts";
import type { Marking } from "../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker } from "../../../../domain/exam/exam-marking.ts";
import {
  computeExamOutcome,
  computeExamResult,
  type ExamOutcome,
  type ExamResult,
} from "../../../../domain/exam/exam-result.ts";
import { findExam } from "../../../../domain/exam/exams.ts";
import type { KnownAttempt } from "./attempts/merge-local-exams.ts";

export type AttemptStatus =
  | { kind: "running"; here: boolean }
  | { kind: "empty" }
  /** `marked` is the highest number of marked segments in one of the markings. */
  | { kind: "unmarked"; marked: number; heard: number }
  | {
      kind: "marked";
      outcome: ExamOutcome;
      markingId: string;
      markings: number;
    }
  | { kind: "unknown-exam" };

export function attemptStatus(attempt: KnownAttempt): AttemptStatus {
  if (attempt.outcome === "running") return { kind: "running", here: attempt.isRunningInThisBrowser };
  const exam = findExam(attempt.exam);
  if (!exam) return { kind: "unknown-exam" };
  const { heard } = countHeard(attempt);
  if (heard === 0) return { kind: "empty" };
  const { markings } = attempt;
  const deciding = decidingMarking(attempt);
  if (!deciding) return { kind: "unmarked", marked: Math.max(0, ...markings.map(({ marked }) => marked)), heard };
  const outcome = computeExamOutcome(exam, attempt, deciding.lost);
  return { kind: "marked", outcome, markingId: deciding.marking_id, markings: markings.length };
}

export function attemptStatusText(status: AttemptStatus): string {
  switch (status.kind) {
    case "running":
      return status.here ? "In progress" : "May not be finished";
    case "empty":
      return "Ended before the first segment";
    case "unknown-exam":
      return "Unknown exam";
    case "unmarked":
      return status.marked === 0 ? "Not marked yet" : `${status.marked} of ${status.heard} segments marked`;
    case "marked":
      return status.outcome.passed ? "Pass" : "Fail";
  }
}

/** Ignores markings of other people, because the link opens the learner's own. */
export function markLinkText({ markings }: KnownAttempt): string {
  const own = markings.find(({ marker }) => isOwnMarker(marker));
  return own && own.marked > 0 ? "Continue marking" : "Mark exam";
}

export type MarkedAttempt = { attempt: KnownAttempt; outcome: ExamOutcome };

/** The oldest attempt comes first. */
export function markedAttempts(attempts: readonly KnownAttempt[], examId: string): readonly MarkedAttempt[] {
  const marked = attempts.flatMap((attempt): MarkedAttempt[] => {
    const status = attemptStatus(attempt);
    return status.kind === "marked" && attempt.exam === examId ? [{ attempt, outcome: status.outcome }] : [];
  });
  return marked.toSorted((one, other) => Date.parse(one.attempt.started_at) - Date.parse(other.attempt.started_at));
}

export function unmarkedAttemptIds(attempts: readonly KnownAttempt[]): ReadonlySet<string> {
  return new Set(attempts.filter((each) => attemptStatus(each).kind !== "marked").map(({ attempt_id }) => attempt_id));
}

export type OpenAttempt = { attempt: KnownAttempt; status: Extract<AttemptStatus, { kind: "running" | "unmarked" }> };

/** `markingId` is the marking from which the outcome comes. */
export type LastResult = { attempt: KnownAttempt; outcome: ExamOutcome; markingId: string };

export type ExamCardView = { open: readonly OpenAttempt[]; last: LastResult | null };

/** @param attempts the newest first */
export function examCardView(attempts: readonly KnownAttempt[]): ExamCardView {
  const all = attempts.map((attempt) => ({ attempt, status: attemptStatus(attempt) }));
  const open = all.flatMap(({ attempt, status }): OpenAttempt[] =>
    status.kind === "running" || status.kind === "unmarked" ? [{ attempt, status: status }] : [],
  );
  const [last = null] = all.flatMap(({ attempt, status }): LastResult[] =>
    status.kind === "marked" ? [{ attempt, outcome: status.outcome, markingId: status.markingId }] : [],
  );
  return { open: open.toSorted((one, other) => rank(one) - rank(other)), last };
}

const rank = ({ attempt }: OpenAttempt) => (attempt.isRunningInThisBrowser ? 0 : 1);

export function weakestSegments(
  { attempt, markingId }: LastResult,
  markings: readonly Marking[],
  most: number,
): ExamResult["costliest"] {
  const [exam, marking] = [findExam(attempt.exam), markings.find(({ marking_id: id }) => id === markingId)];
  return exam && marking ? computeExamResult(exam, attempt, marking.changes).costliest.slice(0, most) : [];
}
