import { isExample } from "../content/scenario.ts";
import type { ScheduledItem } from "./review-items.ts";

export function isReviewable(item: ScheduledItem, paid: boolean): boolean {
  return paid || item.kind === "term" || isExample(item.segment.scenario_id);
}
