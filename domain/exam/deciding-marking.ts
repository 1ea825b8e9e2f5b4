import type { ExamAttempt, Marking, MarkingSummary } from "./exam-attempt.ts";
import { isOwnMarker } from "./exam-marking.ts";
import { findExam } from "./exams.ts";

export function countHeard({ dialogues }: Pick<ExamAttempt, "dialogues">): { heard: number; of: number } {
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  return { heard: segments.filter((facts) => facts !== null).length, of: segments.length };
}

export function decidingMarking(attempt: ExamAttempt): MarkingSummary | undefined {
  const { heard } = countHeard(attempt);
  if (attempt.outcome === "running" || heard === 0) return undefined;
  const complete = attempt.markings.filter(({ marked }) => marked >= heard);
  return complete.find(({ marker }) => isOwnMarker(marker)) ?? complete[0];
}

export function newestMarkedAttempt(attempts: readonly ExamAttempt[]): ExamAttempt | undefined {
  return attempts
    .filter((attempt) => findExam(attempt.exam) && decidingMarking(attempt))
    .toSorted((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at))[0];
}

/** A concurrent write may have stored the row of a deleted marking again. */
export function remainingMarkings({ deleted_markings }: ExamAttempt, markings: readonly Marking[]): Marking[] {
  return markings.filter(({ marking_id }) => !deleted_markings?.includes(marking_id));
}
