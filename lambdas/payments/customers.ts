import type { CustomerBilling } from "../../domain/plans/purchase.ts";
import type { Subscription } from "../../domain/plans/subscription.ts";
import type { Payments } from "./payments.ts";

/** A learner's customer at the payment provider, and those before it that were deleted there. */
export type Customers = { present: string; former: readonly string[] };

/** The customers that a row names, `present` being the one that is bound to it. */
export function customersOf({ former_customer_ids = [] }: Subscription, present: string): Customers {
  return { present, former: former_customer_ids };
}

/** Whether a customer is the learner's, or was. */
export function hasOrHad({ stripe_customer_id: present, former_customer_ids: former = [] }: Subscription, id: string) {
  return present === id || former.includes(id);
}

/**
 * Everything that is held on a learner. With a customer who is deleted all that renews has ended, but months that were
 * paid for are still to be used.
 */
export async function heldOn(
  { present, former }: Customers,
  payments: Pick<Payments, "billingOf" | "monthsOf">,
): Promise<CustomerBilling> {
  const [billing, ...months] = await Promise.all([payments.billingOf(present), ...former.map(payments.monthsOf)]);
  return {
    ...billing,
    single: [...months.flatMap(({ single }) => single), ...billing.single],
    pending: [...months, billing].flatMap(({ pending }) => pending).toSorted((a, b) => a.since.localeCompare(b.since)),
  };
}
