import { paths } from "../../domain/http/pages.ts";
import type { Refusal } from "../../domain/http/refusal.ts";
import type { PlanChange } from "../../domain/plans/checkout.ts";
import { firstBilledAt, isFollowedByMonth, monthsPaidUntil } from "../../domain/plans/entitlement.ts";
import type { PaidPlanType } from "../../domain/plans/plan.ts";
import { monthlyCentsOf } from "../../domain/plans/plan-outlook.ts";
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
import { limitCalls, requireActiveSession, requireOwnOrigin } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type BindingServices, bindCustomer } from "../payments/bind-customer.ts";
import { fetchLearnerBilling } from "../payments/customers.ts";
import type { PaymentProvider, PaymentToConfirm } from "../payments/payment-provider.ts";
import {
  monthFollowsRefusal,
  paymentOpenRefusal,
  paymentPendingRefusal,
  planChangedRefusal,
  planRenewsRefusal,
} from "../payments/plan-refusals.ts";
import { changeAndSync, type SyncServices, syncSubscription } from "../payments/sync-subscription.ts";
import { countMetric } from "../runtime/log.ts";
import { appOrigins, callCounts, closedAccounts, profiles, sessionCheck, syncProviders, users } from "../services.ts";
import type { CallCountStore } from "../store/call-counts.ts";

type Services = BindingServices &
  SyncServices & {
    callCounts: Pick<CallCountStore, "admit">;
    payments: PaymentProvider;
    appOrigins: readonly string[];
  };

async function changeRunningPlan(
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

/** Also cancels dead plans, because they would prevent the purchase of another plan. */
async function findRunningPlan(billing: CustomerBilling, { clock, payments }: Services) {
  const live = liveRecurring(billing);
  const dead = live.filter(
    (purchase) => isCancelledUnpaid(purchase) || isUncollectable(purchase, billing, clock.now()),
  );
  for (const { id } of dead) await payments.cancelAndRefund(id);
  return live.find((purchase) => !dead.includes(purchase));
}

const allowsSingleMonth = ({ endsAt }: RecurringPurchase) => endsAt !== null;

function toPurchaseRefusal(
  running: RecurringPurchase,
  customerBilling: CustomerBilling,
  { billing, isChange }: RouteCall<"create-checkout-session">["body"],
): Refusal | null {
  if (isPaymentOpen(running)) return paymentOpenRefusal();
  if (billing === "once") return allowsSingleMonth(running) ? null : planRenewsRefusal();
  if (running.endsAt !== null && isFollowedByMonth(running, customerBilling)) return monthFollowsRefusal();
  return isChange === false ? planChangedRefusal() : null;
}

/** Returns the reason why the payment page charges nothing now, if there is one. */
function paymentTerms(begins: string | null, billing: Billing, plan: PaidPlanType, { creditCents }: CustomerBilling) {
  if (begins !== null) return { firstBilledAt: begins };
  return billing === "monthly" && creditCents >= monthlyCentsOf(plan) ? { creditPays: true as const } : {};
}

/**
 * Opens a page on which the caller pays for a plan. If the caller chooses a monthly plan and already has one, changes
 * the running plan instead, or refuses (`toPurchaseRefusal`), so that nobody pays for two.
 */
export async function createCheckoutSession(
  { caller, body }: Pick<RouteCall<"create-checkout-session">, "caller" | "body">,
  services: Services,
) {
  const { payments, clock } = services;
  const { planType: plan, billing } = body;
  const origin = requireOwnOrigin(services.appOrigins, body.returnUrl);
  await limitCalls(services.callCounts, "plan-choice", caller.userId);
  const customers = await bindCustomer(caller, services);
  const customerId = customers.present;
  const customerBilling = await fetchLearnerBilling(customers, payments);
  const isPending = customerBilling.pending.some((purchase) => purchase.plan === plan && purchase.billing === billing);
  const running = await findRunningPlan(customerBilling, services);
  const refusal = isPending ? paymentPendingRefusal() : running && toPurchaseRefusal(running, customerBilling, body);
  if (refusal) {
    // The learner's app probably showed an outdated row.
    await syncSubscription(customerId, services);
    throw refusal;
  }
  if (!running || billing === "once") {
    const now = clock.now();
    const begins = billing === "once" ? null : firstBilledAt(monthsPaidUntil(customerBilling, now), now);
    const choice = { plan, billing, ...paymentTerms(begins, billing, plan, customerBilling) };
    const url = await payments.openCheckout(customerId, caller.userId, choice, origin);
    countMetric("CheckoutsBegun", { plan, billing });
    return { outcome: "pay" as const, url };
  }
  const { result: change } = await changeAndSync(
    customerId,
    () => changeRunningPlan(running, plan, services),
    services,
  );
  if ("confirmAt" in change) return { outcome: "confirm" as const, url: change.confirmAt };
  return { outcome: "changed" as const, url: origin + paths.paymentSuccess, change };
}

export const handler = onLearnerHttp(
  planRoutes,
  "create-checkout-session",
  requireActiveSession(createCheckoutSession),
  {
    ...syncProviders,
    appOrigins,
    callCounts,
    closedAccounts,
    profiles,
    sessionCheck,
    users,
  },
);
