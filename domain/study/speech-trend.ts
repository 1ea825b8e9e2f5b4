import type { Study } from "./study.ts";
import { lastWeeks, weekStart } from "./study-week.ts";

/** Medians of a week's recordings with speech; null if there are none. */
export type SpeechWeek = {
  /** In days since 1970-01-01. */
  monday: number;
  /** Silence before the first word, in seconds. */
  firstWord: number | null;
  /** Pauses between words as a share of the recording, between 0 and 1. */
  silence: number | null;
};

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Oldest first. */
export function speechTrend({ recordings }: Pick<Study, "recordings">, today: number, weeks: number): SpeechWeek[] {
  return lastWeeks(today, weeks).map((monday) => {
    const spoken = recordings.flatMap(({ day, seconds, first_word_seconds, silence_seconds }) =>
      weekStart(day) === monday && day <= today && first_word_seconds !== null && seconds > 0
        ? [{ firstWord: first_word_seconds, silence: Math.min(1, silence_seconds / seconds) }]
        : [],
    );
    return {
      monday,
      firstWord: median(spoken.map(({ firstWord }) => firstWord)),
      silence: median(spoken.map(({ silence }) => silence)),
    };
  });
}

/** `weeksAgo` is 0 in the current week. */
export type WeekValue = { weeksAgo: number; value: number };

export type TrendComparison = { latest: WeekValue; former: WeekValue | null };

const comparedWeeks = 4;

/** @param weeks oldest first; the last is the current week */
export function compareWeeks(weeks: readonly (number | null)[]): TrendComparison | null {
  const known = weeks.flatMap((value, at) => (value === null ? [] : [{ weeksAgo: weeks.length - 1 - at, value }]));
  const latest = known.at(-1);
  if (!latest) return null;
  const distance = ({ weeksAgo }: WeekValue) => Math.abs(weeksAgo - latest.weeksAgo - comparedWeeks);
  const [former = null] = known.slice(0, -1).toSorted((one, other) => distance(one) - distance(other));
  return { latest, former };
}
