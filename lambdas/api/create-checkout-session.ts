import { isUncollectable, liveRecurring, type RecurringPurchase } from "../../domain/billing.ts";
import type { PaidPlanType } from "../../domain/plan.ts";
import { Refusal } from "../../domain/refusal.ts";
import { originAmong } from "../allowed-origins.ts";
import { type BindingServices, bindCustomer } from "../bind-customer.ts";
import { type Call, onHttp } from "../http.ts";
import type { Payments } from "../payments.ts";
import { appOrigins, bus, clock, closedAccounts, payments, profiles, subscriptions, users } from "../services.ts";
import { type SyncServices, syncSubscription } from "../sync-subscription.ts";

type Services = BindingServices & SyncServices & { payments: Payments; appOrigins: readonly string[] };

/** Moves a running recurring plan to another one, or lets a cancelled one go on. */
async function changeRunning(running: RecurringPurchase, plan: PaidPlanType, services: Services): Promise<void> {
  if (running.plan !== plan) return services.payments.changePlan(running.id, plan);
  if (running.endsAt === null) throw new Refusal("plan_current", "This is your plan already.");
  await services.payments.setEnding(running.id, false);
}

/** The recurring plan that runs; those that can no longer be collected for are ended, so that another can be bought. */
async function runningPlan(customerId: string, { clock, payments }: Services): Promise<RecurringPurchase | undefined> {
  const live = liveRecurring(await payments.billingOf(customerId));
  const dead = live.filter((purchase) => isUncollectable(purchase, clock.now()));
  for (const { id } of dead) await payments.undo(id);
  return live.find((purchase) => !dead.includes(purchase));
}

/**
 * Opens a page on which the caller pays for a plan. A recurring plan that runs is changed instead, so that nobody pays
 * for two.
 */
export async function createCheckoutSession(
  { caller, body }: Pick<Call<"create-checkout-session">, "caller" | "body">,
  services: Services,
) {
  const origin = originAmong(services.appOrigins, body.returnUrl);
  const customerId = await bindCustomer(caller, services);
  const running = await runningPlan(customerId, services);
  const choice = { plan: body.planType, billing: body.billing };
  if (!running) {
    const url = await services.payments.openCheckout(customerId, caller.userId, choice, origin);
    return { outcome: "pay" as const, url };
  }
  if (body.billing === "once") {
    throw new Refusal("recurring_plan_active", "Your plan still runs. Once it has ended you can buy a single month.");
  }
  await changeRunning(running, body.planType, services);
  await syncSubscription(customerId, services);
  return { outcome: "changed" as const, url: `${origin}/payment-success` };
}

export const handler = onHttp("create-checkout-session", createCheckoutSession, {
  appOrigins,
  bus,
  clock,
  closedAccounts,
  payments,
  profiles,
  subscriptions,
  users,
});
