import type { CustomerBilling } from "../../domain/plans/purchase.ts";
import type { Subscription } from "../../domain/plans/subscription.ts";
import type { PaymentProvider } from "./payment-provider.ts";

/** Ids of a learner's current customer at the payment provider, and of former customers that were deleted there. */
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

/** Deleted customers have no renewing plans left, but their paid months still count. */
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
