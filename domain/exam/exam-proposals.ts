import type { ScoringUnit } from "../content/pack.ts";
import type { Exam, MarkRange } from "./exams.ts";

/** In marks. `repeats` is the number of repeats in one dialogue. */
export function repeatCost(exam: Exam, repeats: number): number {
  return Math.max(0, repeats - exam.freeRepeats.value) * exam.proposals.repeat;
}

/**
 * In marks, for the missed scoring units of one dialogue. The result is a range, because the same mistake can cost more
 * in one place than in another.
 * Why: docs/decisions/0097-rules-of-the-exam.md
 */
export function proposedLoss(exam: Exam, missed: readonly ScoringUnit["kind"][]): MarkRange {
  const { each } = exam.marks.value;
  const sum = (end: keyof MarkRange) => missed.reduce((total, kind) => total + exam.proposals.units[kind][end], 0);
  return { least: Math.min(each, sum("least")), most: Math.min(each, sum("most")) };
}
