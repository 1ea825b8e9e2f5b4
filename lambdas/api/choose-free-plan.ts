import { Refusal } from "../../domain/refusal.ts";
import { freeSubscription, hasPaidAccess, type Subscription, subscriptionStatus } from "../../domain/subscription.ts";
import type { Clock } from "../clock.ts";
import { type Call, onHttp } from "../http.ts";
import { clock, subscriptions } from "../services.ts";
import type { Subscriptions } from "../store/subscriptions.ts";

/** Puts the caller on the free plan, unless a paid plan still gives access. */
export async function chooseFreePlan(
  { caller }: Pick<Call<"choose-free-plan">, "caller">,
  services: { clock: Clock; subscriptions: Subscriptions },
): Promise<Subscription> {
  const now = services.clock.now();
  const previous = await services.subscriptions.get(caller.userId);
  if (hasPaidAccess(previous, now)) {
    throw new Refusal("paid_plan_active", "You have an active paid subscription. Cancel it first.");
  }
  if (previous && subscriptionStatus(previous, now) === "free") return previous;
  const customer = previous?.stripe_customer_id;
  const next = { ...freeSubscription(caller.userId, now), ...(customer ? { stripe_customer_id: customer } : {}) };
  if (await services.subscriptions.replace(previous, next)) return next;
  throw new Refusal("changed_meanwhile", "Your plan has just changed. Please try again.");
}

export const handler = onHttp("choose-free-plan", chooseFreePlan, { clock, subscriptions });
