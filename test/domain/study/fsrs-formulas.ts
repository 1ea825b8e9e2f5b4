import type { StudyRating } from "../../../domain/study/study-change.ts";

/**
 * The default parameters w0 to w16 and w20 of FSRS-6:
 * https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
const w = {
  firstStability: { again: 0.212, hard: 1.2931, good: 2.3065, easy: 8.2956 },
  ...{ w4: 6.4133, w5: 0.8334, w6: 3.0194, w7: 0.001, w8: 1.8722, w9: 0.1666, w10: 0.796, w11: 1.4835, w12: 0.0614 },
  ...{ w13: 0.2629, w14: 1.6483, w15: 0.6014, w16: 1.8729, w20: 0.1542 },
};
const gradeOf = { again: 1, hard: 2, good: 3, easy: 4 } as const;

/** `stability` is the number of days after which the probability of recall is 90 percent. */
export type Memory = { stability: number; difficulty: number };

const limitDifficulty = (difficulty: number) => Math.min(Math.max(difficulty, 1), 10);
const firstDifficulty = (grade: number) => w.w4 - Math.exp(w.w5 * (grade - 1)) + 1;
const curveFactor = 0.9 ** (-1 / w.w20) - 1;

export const recallAfter = (days: number, { stability }: Memory): number =>
  (1 + (curveFactor * days) / stability) ** -w.w20;

export const daysUntil = (retention: number, { stability }: Memory): number =>
  (stability / curveFactor) * (retention ** (-1 / w.w20) - 1);

export const firstMemory = (rating: StudyRating): Memory => ({
  stability: w.firstStability[rating],
  difficulty: limitDifficulty(firstDifficulty(gradeOf[rating])),
});

export function nextMemory(memory: Memory, days: number, rating: StudyRating): Memory {
  const { stability: s, difficulty: d } = memory;
  const recall = recallAfter(days, memory);
  const change = -w.w6 * (gradeOf[rating] - 3);
  const difficulty = limitDifficulty(w.w7 * firstDifficulty(4) + (1 - w.w7) * (d + (change * (10 - d)) / 9));
  if (rating === "again") {
    const forgotten = w.w11 * d ** -w.w12 * ((s + 1) ** w.w13 - 1) * Math.exp(w.w14 * (1 - recall));
    return { stability: Math.min(forgotten, s), difficulty };
  }
  const bonus = rating === "hard" ? w.w15 : rating === "easy" ? w.w16 : 1;
  const growth = Math.exp(w.w8) * (11 - d) * s ** -w.w9 * (Math.exp(w.w10 * (1 - recall)) - 1) * bonus;
  return { stability: s * (1 + growth), difficulty };
}
