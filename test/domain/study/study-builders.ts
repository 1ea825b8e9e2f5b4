import { randomUUID } from "node:crypto";
import type { Review, ReviewItem, StudyChange, Term } from "../../../domain/study/study-change.ts";

type SegmentItem = Extract<ReviewItem, { kind: "segment" }>;
type TermItem = Extract<ReviewItem, { kind: "term" }>;
type OfType<Type extends StudyChange["type"]> = Extract<StudyChange, { type: Type }>;

/** Noon in UTC of a learner's day. */
export const instantOn = (day: number): string => new Date((day * 24 + 12) * 3_600_000).toISOString();

export const segmentItem = (fields: Partial<SegmentItem> = {}): SegmentItem => ({
  ...{ kind: "segment", language: "nepali", scenario_id: "emp-1", segment_id: "segment-1" },
  ...fields,
});

export const termItem = (term_id: string, direction: TermItem["direction"]): TermItem => ({
  ...{ kind: "term", term_id, direction },
});

export function aReview(fields: Partial<Review> & { day: number }): OfType<"review"> {
  const review: Review = { item: segmentItem(), rating: "good", source: "practice", ...fields };
  return { type: "review", id: randomUUID(), changed_at: instantOn(fields.day), review };
}

export function aTerm(fields: Partial<Term> = {}, changed_at = instantOn(99)): OfType<"term"> {
  const term: Term = {
    ...{ language: "nepali", english: "lease", translation: "भाडा सम्झौता", sentence: "", note: "" },
    ...{ topic_id: "housing", segment: null, created_at: instantOn(99) },
    ...fields,
  };
  return { type: "term", id: randomUUID(), changed_at, term };
}
