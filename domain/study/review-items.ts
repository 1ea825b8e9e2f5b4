import { createScheduler, type RatedDay, type Schedule } from "./review-schedule.ts";
import { type ReviewedSegment, reviewsBySegment, type SegmentReview, segmentKey } from "./reviews-by-segment.ts";
import type { Study } from "./study.ts";
import { type ReviewItem, type SegmentRef, type StudyRating, type Term, termDirections } from "./study-change.ts";

type TermItem = Extract<ReviewItem, { kind: "term" }>;

/** `sign` is the fingerprint (`unitFingerprint`) of a unit that the learner has missed at least once. */
export type UnitSchedule = { sign: string; schedule: Schedule };

/** `dueDay` is the earliest due day of the segment and its units. */
export type SegmentSchedule = {
  kind: "segment";
  key: string;
  segment: SegmentRef;
  schedule: Schedule;
  units: readonly UnitSchedule[];
  dueDay: number;
};

/** The schedule is null until the first review in this direction. */
export type TermSchedule = {
  kind: "term";
  key: string;
  item: TermItem;
  term: Term;
  schedule: Schedule | null;
  dueDay: number;
};

export type ScheduledItem = SegmentSchedule | TermSchedule;

export function reviewItemKey(item: ReviewItem): string {
  return item.kind === "segment" ? segmentKey(item) : `${item.term_id} ${item.direction}`;
}

type SegmentLog = { segment: SegmentRef; rated: RatedDay[]; units: Map<string, RatedDay[]> };

function addToLog(log: SegmentLog, { day, rating, missed, source }: SegmentReview): void {
  const rated = { day, rating };
  log.rated.push(rated);
  if (!missed) {
    // Without a checklist, the rating also counts for the units that were missed earlier. Otherwise due units would
    // remain due.
    for (const known of log.units.values()) known.push(rated);
    return;
  }
  const signs = new Set(missed.map(({ sign }) => sign));
  // A unit that was missed earlier counts as conveyed if a checklist does not name it. Feedback is no checklist.
  if (source !== "feedback") {
    for (const [sign, known] of log.units) if (!signs.has(sign)) known.push({ day, rating: "good" });
  }
  for (const sign of signs) log.units.set(sign, [...(log.units.get(sign) ?? []), { day, rating: "again" }]);
}

function logOf({ segment, reviews }: ReviewedSegment): SegmentLog {
  const log: SegmentLog = { segment, rated: [], units: new Map() };
  for (const review of reviews) addToLog(log, review);
  return log;
}

/**
 * A new term is due at once into English. The other direction is due a day after the last review into English, because
 * that review reveals the answer.
 */
function firstDueDay(direction: TermItem["direction"], toEnglish: readonly RatedDay[]): number {
  if (direction === "to-english") return 0;
  const last = toEnglish.at(-1);
  return last ? last.day + 1 : Number.POSITIVE_INFINITY;
}

function termSchedules({ reviews, terms }: Study, schedule: ReturnType<typeof createScheduler>): TermSchedule[] {
  const rated = new Map<string, RatedDay[]>();
  for (const { item, day, rating } of reviews) {
    if (item.kind !== "term") continue;
    const key = reviewItemKey(item);
    rated.set(key, [...(rated.get(key) ?? []), { day, rating }]);
  }
  const ratedOf = (item: TermItem) => rated.get(reviewItemKey(item)) ?? [];
  return terms.flatMap(({ id, ...term }) =>
    termDirections.map((direction): TermSchedule => {
      const item: TermItem = { kind: "term", term_id: id, direction };
      const known = schedule(ratedOf(item));
      const dueDay = known?.dueDay ?? firstDueDay(direction, ratedOf({ ...item, direction: "to-english" }));
      return { kind: "term", key: reviewItemKey(item), item, term, schedule: known, dueDay };
    }),
  );
}

export function scheduleItems(study: Study): ScheduledItem[] {
  const schedule = createScheduler(study.settings.retention);
  const segments = [...reviewsBySegment(study)].flatMap(([key, reviewed]): SegmentSchedule[] => {
    const log = logOf(reviewed);
    const own = schedule(log.rated);
    if (!own) return [];
    const units = [...log.units].flatMap(([sign, rated]) => {
      const known = schedule(rated);
      return known ? [{ sign, schedule: known }] : [];
    });
    const dueDay = Math.min(own.dueDay, ...units.map((unit) => unit.schedule.dueDay));
    return [{ kind: "segment", key, segment: log.segment, schedule: own, units, dueDay }];
  });
  return [...segments, ...termSchedules(study, schedule)];
}

export function ratingOfTicks(missed: number, units: number): StudyRating {
  if (missed === 0) return "good";
  return missed * 2 >= units ? "again" : "hard";
}
