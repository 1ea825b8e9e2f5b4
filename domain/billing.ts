import { compareGrants, type Grant, goesOn, grantsOf, isRunning, lastOf, unbroken } from "./grant.ts";
import type { PaidPlanType } from "./plan.ts";
import type { CustomerBilling } from "./purchase.ts";
import type { Subscription } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);

/** A learner's own cancelling is known to the row alone, and holds as long as it names the same purchase. */
function isCancelled(grant: Grant, previous: Subscription): boolean {
  if (grant.recurring) return grant.ending;
  return previous.stripe_subscription_id === grant.purchaseId && previous.plan_type !== "free" && !previous.active;
}

/** What the row says of a plan that goes on. */
const ofLasting = (grant: Grant): Said => ({ named: grant, plan: grant.plan, startsAt: grant.startsAt });

/**
 * What the row says of access that ends: all that follows without a gap is told as one, with the highest of its plans and
 * the purchase that ends it. So neither the end nor the learner's cancelling is off while one purchase gives way to the
 * next and nobody has synced.
 */
function ofEnding(chain: readonly Grant[]): Said | null {
  const named = lastOf(chain);
  const [first] = chain;
  const [highest] = chain.toSorted(compareGrants);
  return named && first && highest ? { named, plan: highest.plan, startsAt: first.startsAt } : null;
}

type Said = { named: Grant; plan: PaidPlanType; startsAt: string };

type Base = Pick<Subscription, "user_id" | "stripe_customer_id" | "former_customer_ids" | "updated_at" | "synced_at">;

function rowOf({ named, plan, startsAt }: Said, previous: Subscription, base: Base): Subscription {
  return {
    ...base,
    plan_type: plan,
    active: !isCancelled(named, previous),
    start_date: startsAt,
    end_date: named.endsAt,
    stripe_subscription_id: named.purchaseId,
    ...(named.renewalFailed ? { renewal_failed: true } : {}),
  };
}

/** A paid row whose access is over: free and inactive, with the end it had. */
export function downgraded(row: Subscription, now: Date): Subscription {
  const { renewal_failed: _, ...rest } = row;
  const end = row.end_date !== null && at(row.end_date) < now.getTime() ? row.end_date : now.toISOString();
  return { ...rest, plan_type: "free", active: false, end_date: end, updated_at: now.toISOString() };
}

/**
 * What a learner's row must say, given all that the payment provider holds on them now. A plan that goes on counts
 * before what ends; without any access, a paid row is downgraded and any other stays as it is.
 * A learner's own cancelling of a month bought once is not known to the provider and is taken from `previous`.
 */
export function subscriptionFromBilling(
  billing: CustomerBilling,
  previous: Subscription,
  customerId: string,
  now: Date,
): Subscription {
  const grants = grantsOf(billing);
  const [lasting] = grants.filter((grant) => goesOn(grant) && isRunning(grant, now)).toSorted(compareGrants);
  const said = lasting ? ofLasting(lasting) : ofEnding(unbroken(grants, now));
  const base: Base = {
    user_id: previous.user_id,
    stripe_customer_id: customerId,
    ...(previous.former_customer_ids ? { former_customer_ids: previous.former_customer_ids } : {}),
    updated_at: now.toISOString(),
    synced_at: now.toISOString(),
  };
  if (said) return rowOf(said, previous, base);
  const synced = { ...previous, ...base };
  return previous.plan_type === "free" ? synced : downgraded(synced, now);
}

/** Whether two rows say the same about the learner's plan, whenever they were written. */
export function sameFacts(a: Subscription, b: Subscription): boolean {
  const facts = ({ updated_at: _, synced_at: __, revision: ___, ...rest }: Subscription) =>
    JSON.stringify(Object.entries(rest).toSorted(([left], [right]) => left.localeCompare(right)));
  return facts(a) === facts(b);
}
