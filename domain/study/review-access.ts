import { isExample } from "../content/scenario.ts";
import type { ScheduledItem } from "./review-items.ts";

/** True if a learner can review an item with the current plan. Terms and examples need no paid plan. */
export function isReviewable(item: ScheduledItem, paid: boolean): boolean {
  return paid || item.kind === "term" || isExample(item.segment.scenario_id);
}
