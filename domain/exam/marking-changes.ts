import type { ScoringUnit } from "../content/pack.ts";
import { type MarkingChange, maxDeduction, type UnitOutcome } from "./exam-attempt.ts";
import { type Place, unitFingerprint } from "./exam-marking.ts";
import type { ErrorKind, Exam } from "./exams.ts";

/**
 * @param outcome null removes the tick
 * @param changedAt in ISO 8601
 */
export function tickChange(
  { dialogue, segment }: Place,
  { at, unit }: { at: number; unit: ScoringUnit },
  outcome: UnitOutcome | null,
  changedAt: string,
): MarkingChange {
  return { type: "tick", dialogue, segment, unit: at, sign: unitFingerprint(unit), outcome, changed_at: changedAt };
}

export function markChange({ dialogue, segment }: Place, marked: boolean, changedAt: string): MarkingChange {
  return { type: "segment", dialogue, segment, marked, changed_at: changedAt };
}

/** In marks. */
export function defaultDeduction({ marks, proposals }: Exam, kind: ErrorKind): number {
  return kind === "repeat" ? proposals.repeat : marks.value.step;
}

export function clampDeduction(marks: number): number {
  return Math.max(0, Math.min(maxDeduction, marks));
}
