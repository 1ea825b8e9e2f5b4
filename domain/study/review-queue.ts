import { fingerprint } from "../content/fingerprint.ts";
import type { ScheduledItem } from "./review-items.ts";
import type { Study } from "./study.ts";

export function countReviewsOf(day: number, { reviews }: Pick<Study, "reviews">): number {
  return reviews.filter((review) => review.source === "review" && review.day === day).length;
}

type Due = Pick<ScheduledItem, "key" | "dueDay" | "schedule">;

/** Ignores the learner's daily limit. `place` shuffles items with the same due day, so that their topics are mixed. */
export function dueItems<Item extends Due>(items: readonly Item[], today: number): Item[] {
  return items
    .filter(({ dueDay }) => dueDay <= today)
    .map((item) => ({ item, isNew: item.schedule === null ? 1 : 0, place: fingerprint(`${item.key} ${today}`) }))
    .sort((one, other) => one.isNew - other.isNew || one.item.dueDay - other.item.dueDay || one.place - other.place)
    .map(({ item }) => item);
}

export function reviewQueue(study: Study, items: readonly ScheduledItem[], today: number): ScheduledItem[] {
  const left = Math.max(0, study.settings.reviewsPerDay - countReviewsOf(today, study));
  return dueItems(items, today).slice(0, left);
}
