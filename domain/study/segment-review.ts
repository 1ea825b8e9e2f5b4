import type { ScoringUnit } from "../content/pack.ts";
import type { UnitOutcome } from "../exam/exam-attempt.ts";
import { unitFingerprint } from "../exam/exam-marking.ts";
import { ratingOfTicks } from "./review-items.ts";
import type { MissedUnit, Review } from "./study-change.ts";

export type SegmentRating = Pick<Review, "rating" | "missed">;

function toMissed(units: readonly ScoringUnit[]): MissedUnit[] {
  return units.map((unit) => ({ sign: unitFingerprint(unit), kind: unit.kind }));
}

/** @param ticked positions of the missed units, from 0 */
export function rateByTicks(units: readonly ScoringUnit[], ticked: ReadonlySet<number>): SegmentRating {
  const missed = units.filter((_, at) => ticked.has(at));
  return { rating: ratingOfTicks(missed.length, units.length), missed: toMissed(missed) };
}

export function unitPositions(
  units: readonly ScoringUnit[],
  signed: readonly Pick<MissedUnit, "sign">[] = [],
): ReadonlySet<number> {
  const signs = new Set(signed.map(({ sign }) => sign));
  return new Set(units.flatMap((unit, at) => (signs.has(unitFingerprint(unit)) ? [at] : [])));
}

const manyErrors = 3;

type MarkedSegment = {
  units: readonly (ScoringUnit & { outcome: UnitOutcome | null })[];
  notes: number;
};

export function rateByMarking({ units, notes }: MarkedSegment): SegmentRating {
  const missed = units.filter(({ outcome }) => outcome === "missed");
  const isTicked = units.some(({ outcome }) => outcome !== null);
  const byTicks = ratingOfTicks(missed.length, units.length);
  const byErrors = Math.max(missed.length, notes) >= manyErrors ? "again" : notes > 0 ? "hard" : "good";
  const rating = byTicks === "again" || byErrors === "again" ? "again" : byErrors === "hard" ? "hard" : byTicks;
  return { rating, ...(isTicked && { missed: toMissed(missed) }) };
}
