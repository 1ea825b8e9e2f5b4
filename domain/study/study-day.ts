const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The learner's day begins at 4 in the morning, because practice after midnight belongs to the day before. */
const dayStartMs = 4 * 60 * minuteMs;

/**
 * Returns the learner's day, in days since 1970-01-01.
 * @param offsetMinutes as from `Date.getTimezoneOffset`: UTC minus local time
 */
export function studyDay(now: Date, offsetMinutes: number = now.getTimezoneOffset()): number {
  return Math.floor((now.getTime() - offsetMinutes * minuteMs - dayStartMs) / dayMs);
}

/** Returns midnight UTC of the calendar date. */
export function dateOfStudyDay(day: number): Date {
  return new Date(day * dayMs);
}

/** Offset of the time zone furthest ahead of UTC, as from `Date.getTimezoneOffset`. */
const earliestZoneMinutes = -14 * 60;

/**
 * Limits a learner's day to the latest day that any place on earth has at an instant. Earlier days are allowed, because
 * a learner may correct a review on a later day. Negative days become 0, because schemas refuse them.
 */
export function clampStudyDay(day: number, instant: Date): number {
  return Math.max(0, Math.min(day, studyDay(instant, earliestZoneMinutes)));
}
