import { compareGrants, type Grant, goesOn, grantsOf, unbrokenEnd } from "./grant.ts";
import type { CustomerBilling } from "./purchase.ts";
import type { Subscription } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);

function rowOf(grant: Grant, grants: readonly Grant[], previous: Subscription | null, base: Base): Subscription {
  const wasCancelled =
    !grant.recurring &&
    previous !== null &&
    previous.stripe_subscription_id === grant.purchaseId &&
    previous.plan_type !== "free" &&
    !previous.active;
  return {
    ...base,
    plan_type: grant.plan,
    active: !grant.ending && !wasCancelled,
    start_date: grant.startsAt,
    end_date: goesOn(grant) ? grant.endsAt : unbrokenEnd(grant, grants),
    stripe_subscription_id: grant.purchaseId,
    ...(grant.renewalFailed ? { renewal_failed: true } : {}),
  };
}

type Base = Pick<Subscription, "user_id" | "stripe_customer_id" | "updated_at" | "synced_at">;

/** A paid row whose access is over: free and inactive, with the end it had. */
export function downgraded(row: Subscription, now: Date): Subscription {
  const { renewal_failed: _, ...rest } = row;
  const end = row.end_date !== null && at(row.end_date) < now.getTime() ? row.end_date : now.toISOString();
  return { ...rest, plan_type: "free", active: false, end_date: end, updated_at: now.toISOString() };
}

/**
 * What a learner's row must say, given all that the payment provider holds on them now. Of several purchases that give
 * access the best one counts; without any, a paid row is downgraded and any other stays as it is.
 * A learner's own cancelling of a month bought once is not known to the provider and is taken from `previous`.
 */
export function subscriptionFromBilling(
  billing: CustomerBilling,
  previous: Subscription,
  customerId: string,
  now: Date,
): Subscription {
  const grants = grantsOf(billing);
  const running = grants.filter(({ startsAt, endsAt }) => at(startsAt) <= now.getTime() && at(endsAt) > now.getTime());
  const [best] = running.toSorted(compareGrants);
  const base: Base = {
    user_id: previous.user_id,
    stripe_customer_id: customerId,
    updated_at: now.toISOString(),
    synced_at: now.toISOString(),
  };
  if (best) return rowOf(best, grants, previous, base);
  const synced = { ...previous, ...base };
  return previous.plan_type === "free" ? synced : downgraded(synced, now);
}

/** Whether two rows say the same about the learner's plan, whenever they were written. */
export function sameFacts(a: Subscription, b: Subscription): boolean {
  const facts = ({ updated_at: _, synced_at: __, revision: ___, ...rest }: Subscription) =>
    JSON.stringify(Object.entries(rest).toSorted(([left], [right]) => left.localeCompare(right)));
  return facts(a) === facts(b);
}
