import type { StoredReview, Study } from "./study.ts";
import type { SegmentRef } from "./study-change.ts";

export type SegmentReview = StoredReview & { item: { kind: "segment" } };

export type ReviewedSegment = { segment: SegmentRef; reviews: readonly SegmentReview[] };

const isSegmentReview = (review: StoredReview): review is SegmentReview => review.item.kind === "segment";

export function segmentKey({ language, scenario_id, segment_id }: SegmentRef): string {
  return `${language} ${scenario_id} ${segment_id}`;
}

/** Maps `segmentKey` to the segment's reviews, which keep their order. */
export function reviewsBySegment({ reviews }: Pick<Study, "reviews">): ReadonlyMap<string, ReviewedSegment> {
  const segments = new Map<string, { segment: SegmentRef; reviews: SegmentReview[] }>();
  for (const review of reviews.filter(isSegmentReview)) {
    const { kind: _, ...segment } = review.item;
    const key = segmentKey(segment);
    const known = segments.get(key) ?? { segment, reviews: [] };
    known.reviews.push(review);
    segments.set(key, known);
  }
  return segments;
}
