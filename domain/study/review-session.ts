import type { ScoringUnit } from "../content/pack.ts";
import type { ScheduledItem, SegmentSchedule } from "./review-items.ts";
import { dueItems } from "./review-queue.ts";
import { unitPositions } from "./segment-review.ts";
import type { Study } from "./study.ts";
import type { StudyRating } from "./study-change.ts";

/** A repeat is a second entry of an item that the learner rated "again". */
export type SessionEntry = { item: ScheduledItem; isRepeat: boolean };

export type ReviewSession = { entries: readonly SessionEntry[]; at: number };

export function startReviewSession(items: readonly ScheduledItem[]): ReviewSession {
  return { entries: items.map((item) => ({ item, isRepeat: false })), at: 0 };
}

export function currentEntry({ entries, at }: ReviewSession): SessionEntry | undefined {
  return entries[at];
}

export function entriesLeft({ entries, at }: ReviewSession): number {
  return Math.max(0, entries.length - at);
}

/** A second rating of the current entry replaces the first, so an earlier repeat of its item is removed. */
export function afterRating(session: ReviewSession, rating: StudyRating): ReviewSession {
  const entry = currentEntry(session);
  if (!entry || entry.isRepeat) return session;
  const others = session.entries.filter(({ item, isRepeat }) => !isRepeat || item.key !== entry.item.key);
  const entries = rating === "again" ? [...others, { item: entry.item, isRepeat: true }] : others;
  return { ...session, entries };
}

/** Items of later entries may no longer be due, for example after ratings in another tab. */
export function nextEntry({ entries, at }: ReviewSession, isDue: (key: string) => boolean): ReviewSession {
  const isLeft = ({ item, isRepeat }: SessionEntry) => isRepeat || isDue(item.key);
  return { entries: [...entries.slice(0, at + 1), ...entries.slice(at + 1).filter(isLeft)], at: at + 1 };
}

/** Returns positions from 0. */
export function dueUnits(
  units: readonly ScoringUnit[],
  { units: scheduled }: Pick<SegmentSchedule, "units">,
  today: number,
): ReadonlySet<number> {
  return unitPositions(
    units,
    scheduled.filter(({ schedule }) => schedule.dueDay <= today),
  );
}

/** An extra session goes beyond the daily limit, so earlier reviews of the day do not count. */
export function extraItems(study: Study, items: readonly ScheduledItem[], today: number): ScheduledItem[] {
  return dueItems(items, today).slice(0, study.settings.reviewsPerDay);
}

export function nextDueDay(
  items: readonly Pick<ScheduledItem, "dueDay">[],
  today: number,
): { day: number; count: number } | null {
  const later = items.map(({ dueDay }) => dueDay).filter((day) => day > today && Number.isFinite(day));
  if (later.length === 0) return null;
  const day = Math.min(...later);
  return { day, count: later.filter((each) => each === day).length };
}

export function ratingsOfDay({ reviews }: Pick<Study, "reviews">, day: number): Readonly<Record<StudyRating, number>> {
  const counts = { again: 0, hard: 0, good: 0, easy: 0 };
  for (const review of reviews) if (review.source === "review" && review.day === day) counts[review.rating] += 1;
  return counts;
}
