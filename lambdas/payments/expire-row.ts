import { isRecurring, type Subscription, subscriptionStatus } from "../../domain/plans/subscription.ts";
import { downgrade } from "../../domain/plans/subscription-from-billing.ts";
import { countMetric } from "../runtime/log.ts";
import { publishRow, type SyncServices, syncSubscription } from "./sync-subscription.ts";

/** Syncs a recurring plan first, because the row may lack the latest renewal. A repeated call does no harm. */
export async function expireRow(row: Subscription, services: SyncServices): Promise<"downgraded" | "renewed"> {
  const { clock, subscriptions, bus } = services;
  const customer = isRecurring(row) ? row.stripe_customer_id : undefined;
  // `row` may come from an index, which may be outdated.
  const present = customer ? await syncSubscription(customer, services) : await subscriptions.get(row.user_id);
  const now = clock.now();
  if (!present || present.plan_type === "free") return "downgraded";
  if (subscriptionStatus(present, now) !== "expired") return "renewed";
  const stored = await subscriptions.replace(present, downgrade(present, now));
  if (!stored) return "renewed";
  countMetric("Downgrades", { userId: stored.user_id });
  await publishRow(bus, stored);
  return "downgraded";
}
