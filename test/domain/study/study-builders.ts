import type { Review, ReviewItem, StudyChange, Term } from "../../../domain/study/study-change.ts";
import * as changes from "../../lambdas/support/study-builders.ts";

type SegmentItem = Extract<ReviewItem, { kind: "segment" }>;
type TermItem = Extract<ReviewItem, { kind: "term" }>;
type OfType<Type extends StudyChange["type"]> = Extract<StudyChange, { type: Type }>;

export const instantOn = (day: number): string => new Date((day * 24 + 12) * 3_600_000).toISOString();

export const segmentItem = (fields: Partial<SegmentItem> = {}): SegmentItem => ({
  ...{ kind: "segment", language: "nepali", scenario_id: "emp-1", segment_id: "segment-1" },
  ...fields,
});

export const termItem = (term_id: string, direction: TermItem["direction"]): TermItem => ({
  ...{ kind: "term", term_id, direction },
});

export function aReview({ day, ...fields }: Partial<Review> & { day: number }): OfType<"review"> {
  const review = changes.aReview({ day, ...fields });
  return { type: "review", id: crypto.randomUUID(), changed_at: instantOn(day), review };
}

export function aTerm(fields: Partial<Term> = {}, changed_at = instantOn(99)): OfType<"term"> {
  const term = changes.aTerm({ created_at: instantOn(99), ...fields });
  return { type: "term", id: crypto.randomUUID(), changed_at, term };
}
