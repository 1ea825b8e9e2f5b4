import type { DialogueId } from "../practice/progress.ts";
import { reviewsBySegment, type SegmentReview } from "./reviews-by-segment.ts";
import type { Study } from "./study.ts";
import type { StudyRating } from "./study-change.ts";

const weights: Readonly<Record<StudyRating, number>> = { again: 1, hard: 1, good: 0, easy: 0 };

/** A missed unit adds this much of a forgotten segment. */
const unitWeight = 0.1;

export function dialogueKey({ language, scenarioId }: DialogueId): string {
  return `${language} ${scenarioId}`;
}

/** Returns the latest review of each segment, because a learner who improves finds a dialogue easier. */
function latestReviews(study: Pick<Study, "reviews">): readonly SegmentReview[] {
  return [...reviewsBySegment(study).values()].flatMap(({ reviews }) => reviews.at(-1) ?? []);
}

/**
 * Returns how hard each rated dialogue is for the learner, by `dialogueKey`: the share of segments last rated again or
 * hard, and a tenth for each missed unit per segment. One segment counts on each side in addition, so that a single
 * rating does not lead the list.
 */
export function dialogueDifficulties(study: Pick<Study, "reviews">): ReadonlyMap<string, number> {
  const byDialogue = new Map<string, SegmentReview[]>();
  for (const review of latestReviews(study)) {
    const { language, scenario_id: scenarioId } = review.item;
    const key = dialogueKey({ language, scenarioId });
    byDialogue.set(key, [...(byDialogue.get(key) ?? []), review]);
  }
  return new Map(
    [...byDialogue].map(([key, reviews]) => {
      const forgotten = reviews.reduce((sum, { rating }) => sum + weights[rating], 0);
      const missed = reviews.reduce((sum, { missed = [] }) => sum + missed.length, 0);
      return [key, (forgotten + 1 + missed * unitWeight) / (reviews.length + 2)];
    }),
  );
}

/** Sorts dialogues by difficulty, the hardest first. Those without ratings come last, in their former order. */
export function sortByDifficulty<D>(dialogues: readonly D[], difficultyOf: (dialogue: D) => number | undefined): D[] {
  const rank = (dialogue: D) => difficultyOf(dialogue) ?? Number.NEGATIVE_INFINITY;
  return dialogues
    .map((dialogue) => ({ dialogue, rank: rank(dialogue) }))
    .sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .map(({ dialogue }) => dialogue);
}
