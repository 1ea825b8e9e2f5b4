import { reviewsBySegment } from "./reviews-by-segment.ts";
import type { Study } from "./study.ts";
import type { Review, SegmentRef } from "./study-change.ts";

/** `lastDay` is a learner's day (`studyDay`). */
export type HardSegment = { segment: SegmentRef; again: number; hard: number; missed: number; lastDay: number };

/** Only this many latest reviews count, so that a segment leaves the list when the learner has mastered it. */
export const countedReviews = 3;

function weightOf({ again, hard, missed }: HardSegment): number {
  return 2 * again + hard + missed;
}

function toHardSegment(segment: SegmentRef, reviews: readonly Review[]): HardSegment {
  const last = reviews.slice(-countedReviews);
  return {
    segment,
    again: last.filter(({ rating }) => rating === "again").length,
    hard: last.filter(({ rating }) => rating === "hard").length,
    missed: last.reduce((sum, { missed = [] }) => sum + missed.length, 0),
    lastDay: Math.max(...last.map(({ day }) => day)),
  };
}

export function hardestSegments(study: Pick<Study, "reviews">, most: number): HardSegment[] {
  return [...reviewsBySegment(study).values()]
    .map(({ segment, reviews }) => toHardSegment(segment, reviews))
    .filter((each) => weightOf(each) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one) || other.lastDay - one.lastDay)
    .slice(0, most);
}
