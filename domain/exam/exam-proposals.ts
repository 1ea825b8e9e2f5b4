import type { ScoringUnit } from "../content/pack.ts";
import type { Exam, MarkRange } from "./exams.ts";

/**
 * What the repeats of a dialogue cost by Parlance's own proposal, in marks: those beyond the free ones, each the same. No
 * exam's tariff is known.
 */
export function repeatCost(exam: Exam, repeats: number): number {
  return Math.max(0, repeats - exam.freeRepeats.value) * exam.proposals.repeat;
}

/**
 * What the scoring units that were missed in a dialogue may have cost, in marks: the sum of what Parlance proposes for each
 * kind, and never more than the dialogue has. A range, for how much weighs on the whole only an examiner can say.
 * Why: docs/decisions/0097-rules-of-the-exam.md
 */
export function proposedLoss(exam: Exam, missed: readonly ScoringUnit["kind"][]): MarkRange {
  const { each } = exam.marks.value;
  const sum = (end: keyof MarkRange) => missed.reduce((total, kind) => total + exam.proposals.units[kind][end], 0);
  return { least: Math.min(each, sum("least")), most: Math.min(each, sum("most")) };
}
