import { Refusal, type RefusalCode } from "../../domain/http/refusal.ts";
import { type CustomerBilling, startedBeforePayment } from "../../domain/plans/purchase.ts";
import {
  endedPlansWithAmountDue,
  monthsToRefund,
  monthsWithRemainder,
  plansToRefund,
} from "../../domain/plans/refunds.ts";
import { isRecurring, type Subscription } from "../../domain/plans/subscription.ts";
import { hasSameFacts, subscriptionFromBilling } from "../../domain/plans/subscription-from-billing.ts";
import type { Clock } from "../runtime/clock.ts";
import { type EventBus, publishOrLog } from "../runtime/event-bus.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { customersOf, fetchLearnerBilling, isOrWasCustomerOf, type LearnerCustomers } from "./customers.ts";
import type { PaymentProvider } from "./payment-provider.ts";

export type SyncServices = {
  clock: Clock;
  subscriptions: Pick<SubscriptionStore, "get" | "findByCustomer" | "replace">;
  payments: Pick<
    PaymentProvider,
    | "billingOf"
    | "monthsOf"
    | "cancelAndRefund"
    | "resumeChanged"
    | "voidInvoices"
    | "refund"
    | "withholdCredit"
    | "startNow"
    | "closePages"
  >;
  bus: EventBus;
};

const maxTries = 10;

export function publishRow(bus: EventBus, subscription: Subscription): Promise<void> {
  return publishOrLog(bus, { type: "SubscriptionChanged", userId: subscription.user_id, subscription });
}

async function correctPlans({ payments }: SyncServices, customers: LearnerCustomers) {
  const billing = await fetchLearnerBilling(customers, payments);
  const wrong = plansToRefund(billing);
  const owing = endedPlansWithAmountDue(billing);
  const right = billing.recurring.filter((plan) => !wrong.includes(plan));
  const cancelled = right.filter((plan) => plan.isToResume);
  const late = right.filter(startedBeforePayment);
  if (wrong.length + owing.length + cancelled.length + late.length === 0) return billing;
  for (const { id } of wrong) await payments.cancelAndRefund(id);
  for (const { id } of cancelled) await payments.resumeChanged(id);
  for (const { id } of late) await payments.startNow(id);
  for (const { id } of owing) await payments.voidInvoices(id);
  return fetchLearnerBilling(customers, payments);
}

async function refundMonths(billing: CustomerBilling, { payments, clock }: SyncServices): Promise<boolean> {
  const superseded = monthsToRefund(billing, clock.now());
  const remainders = monthsWithRemainder(billing);
  for (const { purchaseId } of superseded) await payments.refund(purchaseId, "superseded");
  for (const { id } of remainders) await payments.refund(id, "mostlyReturned");
  return superseded.length + remainders.length > 0;
}

async function correctAndFetchBilling(services: SyncServices, customers: LearnerCustomers) {
  const { payments } = services;
  const billing = await correctPlans(services, customers);
  const corrected = (await refundMonths(billing, services)) ? await fetchLearnerBilling(customers, payments) : billing;
  if (corrected.excessCreditCents === 0) return corrected;
  await payments.withholdCredit(customers.present);
  return fetchLearnerBilling(customers, payments);
}

const willRenew = (row: Subscription) => row.active && isRecurring(row);

function isResumed(before: Subscription, after: Subscription): boolean {
  return before.plan_type !== "free" && !willRenew(before) && after.plan_type !== "free" && willRenew(after);
}

/** Reads the row from the table, because the index of customers may be outdated. */
async function loadRow(customerId: string, userId: string | undefined, { subscriptions }: SyncServices) {
  const row = userId === undefined ? null : await subscriptions.get(userId);
  // The row may be missing or have other customers, for example after the deletion of the account.
  return row && isOrWasCustomerOf(row, customerId) ? row : null;
}

/**
 * Reads the row before it calls the provider, and replaces the row only if nobody changed it since. After a write,
 * calls the provider again, because the first response may be outdated by then.
 * Why: docs/decisions/0012-sync-from-stripe-state.md
 * @param named id of the learner, if known, because the index does not find former customers
 */
export async function syncSubscription(
  customerId: string,
  services: SyncServices,
  named?: string,
): Promise<Subscription | null> {
  const { clock, subscriptions, bus } = services;
  const userId = (await subscriptions.findByCustomer(customerId))?.user_id ?? named;
  let row = await loadRow(customerId, userId, services);
  for (let tries = 0; row && tries < maxTries; tries += 1) {
    const askedAt = clock.now();
    const present = row.stripe_customer_id ?? customerId;
    const billing = await correctAndFetchBilling(services, customersOf(row, present));
    const next = subscriptionFromBilling(billing, row, present, { askedAt, now: clock.now() });
    if (hasSameFacts(row, next)) return row;
    // A renewing plan leaves no time for a single month. So open payment pages, which may sell one, are closed.
    if (isResumed(row, next)) await services.payments.closePages(present);
    const stored: Subscription | null = await subscriptions.replace(row, next);
    if (stored) await publishRow(bus, stored);
    row = stored ?? (await loadRow(customerId, userId, services));
  }
  if (row) throw new Error("The subscription was written by others too often while it was synced");
  return null;
}

const outdatedRowCodes: ReadonlySet<RefusalCode> = new Set(["no_active_plan", "month_follows", "payment_open"]);

export async function changeAndSync<Result>(
  customerId: string,
  change: () => Promise<Result>,
  services: SyncServices,
): Promise<{ result: Result; row: Subscription | null }> {
  const result = await change().catch(async (error: unknown) => {
    if (error instanceof Refusal && outdatedRowCodes.has(error.code)) await syncSubscription(customerId, services);
    throw error;
  });
  return { result, row: await syncSubscription(customerId, services) };
}
