import { Refusal, type RefusalCode } from "../../domain/http/refusal.ts";
import { sameFacts, subscriptionFromBilling } from "../../domain/plans/billing.ts";
import { type CustomerBilling, startedUnpaid } from "../../domain/plans/purchase.ts";
import { endedPlansOwing, monthsToRefund, monthsWithRemainder, plansToRefund } from "../../domain/plans/refunds.ts";
import { isRecurring, type Subscription } from "../../domain/plans/subscription.ts";
import { announce, type Bus } from "../runtime/bus.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Subscriptions } from "../store/subscriptions.ts";
import { type Customers, customersOf, hasOrHad, heldOn } from "./customers.ts";
import type { Payments } from "./payments.ts";

export type SyncServices = {
  clock: Clock;
  subscriptions: Pick<Subscriptions, "get" | "findByCustomer" | "replace">;
  payments: Pick<
    Payments,
    | "billingOf"
    | "monthsOf"
    | "cancelAndRefund"
    | "voidInvoices"
    | "refund"
    | "withholdCredit"
    | "startNow"
    | "closePages"
  >;
  bus: Bus;
};

/** How often a sync starts over, because the row or the provider's state has changed, before it leaves it to a retry. */
const mostTries = 10;

/** Sends the learner's open tabs the row as it is now. */
export function announceRow(bus: Bus, subscription: Subscription): Promise<void> {
  return announce(bus, { type: "SubscriptionChanged", userId: subscription.user_id, subscription });
}

/** Ends and refunds plans that should not exist, starts those that were paid late, and reads what the provider holds then. */
async function readPlans({ payments }: SyncServices, customers: Customers) {
  const billing = await heldOn(customers, payments);
  const wrong = plansToRefund(billing);
  const owing = endedPlansOwing(billing);
  const late = billing.recurring.filter((plan) => startedUnpaid(plan) && !wrong.includes(plan));
  if (wrong.length + owing.length + late.length === 0) return billing;
  for (const { id } of wrong) await payments.cancelAndRefund(id);
  for (const { id } of late) await payments.startNow(id);
  for (const { id } of owing) await payments.voidInvoices(id);
  return heldOn(customers, payments);
}

/** Refunds the months bought once that give nothing. */
async function refundMonths(billing: CustomerBilling, { payments, clock }: SyncServices): Promise<boolean> {
  const crowdedOut = monthsToRefund(billing, clock.now());
  const remainders = monthsWithRemainder(billing);
  for (const { purchaseId } of crowdedOut) await payments.refund(purchaseId, "planGoesOn");
  for (const { id } of remainders) await payments.refund(id, "mostlyReturned");
  return crowdedOut.length + remainders.length > 0;
}

/** What the provider holds, after every correction that its state calls for. */
async function readBilling(services: SyncServices, customers: Customers) {
  const { payments } = services;
  const billing = await readPlans(services, customers);
  const held = (await refundMonths(billing, services)) ? await heldOn(customers, payments) : billing;
  if (held.excessCreditCents === 0) return held;
  await payments.withholdCredit(customers.present);
  return heldOn(customers, payments);
}

const willRenew = (row: Subscription) => row.active && isRecurring(row);

/** Whether a plan that was cancelled renews again. */
function isResumed(before: Subscription, after: Subscription): boolean {
  return before.plan_type !== "free" && !willRenew(before) && after.plan_type !== "free" && willRenew(after);
}

/** The row of a customer as it is now: the index by which it is found may be a moment behind. */
async function rowOf(customerId: string, userId: string | undefined, { subscriptions }: SyncServices) {
  const row = userId === undefined ? null : await subscriptions.get(userId);
  // The customer may have gone with the learner's account.
  return row && hasOrHad(row, customerId) ? row : null;
}

/**
 * Makes a customer's row say what the payment provider says now, whatever happened and however often; a row that says so
 * already is left alone. The row is read before the provider is asked and replaced only if nobody wrote it since. Whoever
 * has written asks once more: what the provider said may have been out of date by then, and a sync that came in between
 * may have found the former row true. A former customer, whom no index finds, is the learner's whom `named` names. Answers
 * with the row; null for a customer that no learner has or had.
 * Why: docs/decisions/0012-sync-from-stripe-state.md
 */
export async function syncSubscription(
  customerId: string,
  services: SyncServices,
  named?: string,
): Promise<Subscription | null> {
  const { clock, subscriptions, bus } = services;
  const userId = (await subscriptions.findByCustomer(customerId))?.user_id ?? named;
  let row = await rowOf(customerId, userId, services);
  for (let tries = 0; row && tries < mostTries; tries += 1) {
    const askedAt = clock.now();
    const present = row.stripe_customer_id ?? customerId;
    const billing = await readBilling(services, customersOf(row, present));
    const next = subscriptionFromBilling(billing, row, present, { askedAt, now: clock.now() });
    if (sameFacts(row, next)) return row;
    // A plan that goes on again leaves no room for the month that could be bought to follow it.
    if (isResumed(row, next)) await services.payments.closePages(present);
    const stored: Subscription | null = await subscriptions.replace(row, next);
    if (stored) await announceRow(bus, stored);
    row = stored ?? (await rowOf(customerId, userId, services));
  }
  if (row) throw new Error("The subscription was written by others too often while it was synced");
  return null;
}

/** Refusals of a change that show the row to be out of date. */
const saysBehind: ReadonlySet<RefusalCode> = new Set(["no_active_plan", "month_follows", "payment_open"]);

/**
 * Makes a change at the provider, and then the row say what holds there. So it does if the change is refused because the
 * row is behind; that refusal is passed on. Answers with what the change came to, and with the row.
 */
export async function changeAndSync<Result>(
  customerId: string,
  change: () => Promise<Result>,
  services: SyncServices,
): Promise<{ result: Result; row: Subscription | null }> {
  const result = await change().catch(async (error: unknown) => {
    if (error instanceof Refusal && saysBehind.has(error.code)) await syncSubscription(customerId, services);
    throw error;
  });
  return { result, row: await syncSubscription(customerId, services) };
}
