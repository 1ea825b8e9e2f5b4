import { expect } from "vitest";
import { hasPaidAccess, type Subscription } from "../../domain/plans/subscription.ts";
import type { StripeModel } from "./stripe-model.ts";

const hourMs = 3_600_000;

/** Returns true if the row gives access after its end, and checks such a row. */
export function checkGraceAfterEnd(
  row: Subscription | null,
  model: StripeModel,
  changedAt: number,
  now: Date,
): boolean {
  if (!row?.end_date || Date.parse(row.end_date) > now.getTime() || !hasPaidAccess(row, now)) return false;
  const { active, renewal_failed = false, stripe_subscription_id, synced_at = "", end_date } = row;
  expect({ active, renewal_failed }).toEqual({ active: true, renewal_failed: false });
  expect(stripe_subscription_id, "only a plan that renews outlasts its period").toMatch(/^sub_/);
  expect(now.getTime() - Date.parse(end_date), "time after the period").toBeLessThan(hourMs);
  const heard = synced_at >= end_date && changedAt < Date.parse(synced_at);
  if (heard) expect(model.isAwaitingRenewal(), "the provider has not renewed the plan either").toBe(true);
  return true;
}
