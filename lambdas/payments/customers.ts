import type { CustomerBilling } from "../../domain/plans/purchase.ts";
import type { Subscription } from "../../domain/plans/subscription.ts";
import type { PaymentProvider } from "./payment-provider.ts";

/** A learner's customer at the payment provider, and former ones that were deleted there. */
export type LearnerCustomers = { present: string; former: readonly string[] };

export function customersOf({ former_customer_ids = [] }: Subscription, present: string): LearnerCustomers {
  return { present, former: former_customer_ids };
}

export function isOrWasCustomerOf(
  { stripe_customer_id: present, former_customer_ids: former = [] }: Subscription,
  id: string,
) {
  return present === id || former.includes(id);
}

/**
 * Returns all purchases of a learner. A deleted customer has no renewing plans left, but paid months can still be used.
 */
export async function fetchLearnerBilling(
  { present, former }: LearnerCustomers,
  payments: Pick<PaymentProvider, "billingOf" | "monthsOf">,
): Promise<CustomerBilling> {
  const [billing, ...months] = await Promise.all([payments.billingOf(present), ...former.map(payments.monthsOf)]);
  return {
    ...billing,
    single: [...months.flatMap(({ single }) => single), ...billing.single],
    pending: [...months, billing].flatMap(({ pending }) => pending).toSorted((a, b) => a.since.localeCompare(b.since)),
  };
}
