import { createScheduler, type RatedDay } from "../../../domain/study/review-schedule.ts";
import type { StudyRating } from "../../../domain/study/study-change.ts";
import { firstMemory, type Memory, nextMemory, recallAfter } from "./fsrs-formulas.ts";

/** The algorithm is mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The learner prepares for an exam for a year. */
const lastDay = 365;

const chooseRating = (random: number, shares: Record<StudyRating, number>): StudyRating => {
  let sum = 0;
  for (const rating of ["again", "hard", "good"] as const) {
    sum += shares[rating];
    if (random < sum) return rating;
  }
  return "easy";
};
const firstShares = { again: 0.15, hard: 0.15, good: 0.55, easy: 0.15 };
const recalledShares = { again: 0, hard: 0.12, good: 0.76, easy: 0.12 };

/**
 * Returns the share of reviews that the learner recalls. The learner's memory follows the published formulas and does
 * not use the scheduler.
 */
export function simulateReviews(retention: number, { reviews, seed }: { reviews: number; seed: number }): number {
  const random = createRandom(seed);
  const schedule = createScheduler(retention);
  let [done, recalled] = [0, 0];
  while (done < reviews) {
    const first = chooseRating(random(), firstShares);
    const rated: RatedDay[] = [{ day: 0, rating: first }];
    let memory: Memory = firstMemory(first);
    for (let known = schedule(rated); known && known.dueDay <= lastDay && done < reviews; known = schedule(rated)) {
      const days = known.dueDay - known.lastDay;
      const isRecalled = random() < recallAfter(days, memory);
      const rating = isRecalled ? chooseRating(random(), recalledShares) : "again";
      memory = nextMemory(memory, days, rating);
      rated.push({ day: known.dueDay, rating });
      done += 1;
      recalled += isRecalled ? 1 : 0;
    }
  }
  return recalled / done;
}
