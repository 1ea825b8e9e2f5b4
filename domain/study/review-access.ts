import { isExample } from "../content/scenario.ts";
import type { ScheduledItem } from "./review-items.ts";

/** Terms and examples need no paid plan. */
export function isReviewable(item: ScheduledItem, paid: boolean): boolean {
  return paid || item.kind === "term" || isExample(item.segment.scenario_id);
}
