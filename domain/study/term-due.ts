import type { ScheduledItem } from "./review-items.ts";

/** By term id. */
export function dueDaysOfTerms(items: readonly ScheduledItem[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const each of items) {
    if (each.kind !== "term") continue;
    const { term_id } = each.item;
    days.set(term_id, Math.min(each.dueDay, days.get(term_id) ?? Number.POSITIVE_INFINITY));
  }
  return days;
}

export function dueText(dueDay: number, today: number): string {
  const days = dueDay - today;
  if (days <= 0) return "Due today";
  return days === 1 ? "Due tomorrow" : `Due in ${days} days`;
}
