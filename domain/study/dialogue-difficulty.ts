import type { DialogueId } from "../practice/progress.ts";
import { reviewsBySegment, type SegmentReview } from "./reviews-by-segment.ts";
import type { Study } from "./study.ts";
import type { StudyRating } from "./study-change.ts";

const weights: Readonly<Record<StudyRating, number>> = { again: 1, hard: 1, good: 0, easy: 0 };

/** A forgotten segment has the weight 1. */
const unitWeight = 0.1;

export function dialogueKey({ language, scenarioId }: DialogueId): string {
  return `${language} ${scenarioId}`;
}

/** Only the latest review of a segment counts, because a dialogue becomes easier as the learner improves. */
function latestReviews(study: Pick<Study, "reviews">): readonly SegmentReview[] {
  return [...reviewsBySegment(study).values()].flatMap(({ reviews }) => reviews.at(-1) ?? []);
}

/**
 * Returns the difficulty of dialogues by `dialogueKey`. One forgotten and one remembered segment are added to each
 * dialogue, to reduce the effect of a single rating.
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

/** The hardest first. Dialogues without ratings are last, in their previous order. */
export function sortByDifficulty<D>(dialogues: readonly D[], difficultyOf: (dialogue: D) => number | undefined): D[] {
  const rank = (dialogue: D) => difficultyOf(dialogue) ?? Number.NEGATIVE_INFINITY;
  return dialogues
    .map((dialogue) => ({ dialogue, rank: rank(dialogue) }))
    .sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .map(({ dialogue }) => dialogue);
}
