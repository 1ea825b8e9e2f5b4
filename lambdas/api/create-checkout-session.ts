import { paths } from "../../domain/http/pages.ts";
import type { Refusal } from "../../domain/http/refusal.ts";
import type { PlanChange } from "../../domain/plans/checkout.ts";
import { firstBilledAt, isFollowed, monthsPaidUntil } from "../../domain/plans/entitlement.ts";
import type { PaidPlanType } from "../../domain/plans/plan.ts";
import { centsOf } from "../../domain/plans/plan-outlook.ts";
import { planRoutes } from "../../domain/plans/plan-routes.ts";
import type { Billing } from "../../domain/plans/price.ts";
import {
  type CustomerBilling,
  isCancelledUnpaid,
  isPaymentOpen,
  isUncollectable,
  liveRecurring,
  type RecurringPurchase,
} from "../../domain/plans/purchase.ts";
import { inOpenSession, limitCalls, originAmong } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { type BindingServices, bindCustomer } from "../payments/bind-customer.ts";
import { heldOn } from "../payments/customers.ts";
import type { Payments, PaymentToConfirm } from "../payments/payments.ts";
import { monthFollows, paymentOpen, paymentPending, planRenews } from "../payments/plan-refusals.ts";
import { changeAndSync, type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { count } from "../runtime/log.ts";
import { appOrigins, callCounts, closedAccounts, profiles, sessionCheck, syncing, users } from "../services.ts";
import type { CallCounts } from "../store/call-counts.ts";

type Services = BindingServices &
  SyncServices & { callCounts: Pick<CallCounts, "admit">; payments: Payments; appOrigins: readonly string[] };

/**
 * Moves a running recurring plan to another one, or lets a cancelled one go on; nothing if all is so already. If the
 * payment for it is to be confirmed, nothing changes until that is done.
 */
async function changeRunning(
  running: RecurringPurchase,
  to: PaidPlanType,
  { payments }: Services,
): Promise<PlanChange | PaymentToConfirm> {
  const resumed = running.endsAt !== null;
  const change = { from: running.plan, to, resumed, charged_cents: 0 };
  if (running.plan !== to) {
    const moved = await payments.changePlan(running.id, to);
    return "confirmAt" in moved ? moved : { ...change, charged_cents: moved.chargedCents };
  }
  if (resumed) await payments.setEnding(running.id, false);
  return change;
}

/** The running recurring plan. Those that can no longer be collected for are ended, so that another can be bought. */
async function runningPlan(billing: CustomerBilling, { clock, payments }: Services) {
  const live = liveRecurring(billing);
  const dead = live.filter(
    (purchase) => isCancelledUnpaid(purchase) || isUncollectable(purchase, billing, clock.now()),
  );
  for (const { id } of dead) await payments.cancelAndRefund(id);
  return live.find((purchase) => !dead.includes(purchase));
}

/** A plan that is cancelled leaves room for a single month after it. */
const leavesRoom = ({ endsAt }: RecurringPurchase) => endsAt !== null;

/** Why this purchase cannot be made beside the running plan; null if it can. */
function refusalOf(running: RecurringPurchase, held: CustomerBilling, billing: Billing): Refusal | null {
  if (isPaymentOpen(running)) return paymentOpen();
  if (billing === "once") return leavesRoom(running) ? null : planRenews();
  return running.endsAt !== null && isFollowed(running, held) ? monthFollows() : null;
}

/** What is not charged on the checkout page: a plan that is billed later, or one that credit pays for. */
function termsOf(begins: string | null, billing: Billing, plan: PaidPlanType, { creditCents }: CustomerBilling) {
  if (begins !== null) return { firstBilledAt: begins };
  return billing === "monthly" && creditCents >= centsOf(plan) ? { creditPays: true as const } : {};
}

/**
 * Opens a page on which the caller pays for a plan. A recurring plan that runs is changed instead, so that nobody pays
 * for two.
 */
export async function createCheckoutSession(
  { caller, body }: Pick<Call<"create-checkout-session">, "caller" | "body">,
  services: Services,
) {
  const { payments, clock } = services;
  const { planType: plan, billing } = body;
  const origin = originAmong(services.appOrigins, body.returnUrl);
  await limitCalls(services.callCounts, "plan-choice", caller.userId);
  const customers = await bindCustomer(caller, services);
  const customerId = customers.present;
  const held = await heldOn(customers, payments);
  const isPending = held.pending.some((purchase) => purchase.plan === plan && purchase.billing === billing);
  const running = await runningPlan(held, services);
  const refusal = isPending ? paymentPending() : running && refusalOf(running, held, billing);
  if (refusal) {
    // Whoever asks for something impossible was shown a row that is out of date.
    await syncSubscription(customerId, services);
    throw refusal;
  }
  if (!running || billing === "once") {
    const now = clock.now();
    const begins = billing === "once" ? null : firstBilledAt(monthsPaidUntil(held, now), now);
    const choice = { plan, billing, ...termsOf(begins, billing, plan, held) };
    const url = await payments.openCheckout(customerId, caller.userId, choice, origin);
    count("CheckoutsBegun", { plan, billing });
    return { outcome: "pay" as const, url };
  }
  const { result: change } = await changeAndSync(customerId, () => changeRunning(running, plan, services), services);
  if ("confirmAt" in change) return { outcome: "confirm" as const, url: change.confirmAt };
  return { outcome: "changed" as const, url: origin + paths.paymentSuccess, change };
}

export const handler = onLearnerHttp(planRoutes, "create-checkout-session", inOpenSession(createCheckoutSession), {
  ...syncing,
  appOrigins,
  callCounts,
  closedAccounts,
  profiles,
  sessionCheck,
  users,
});
