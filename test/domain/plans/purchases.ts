import type { CustomerBilling, RecurringPurchase } from "../../../domain/plans/purchase.ts";
import { paidBy } from "../../support/paid-by.ts";

/** "plus" of January 2027, unless told otherwise. */
export const recurring = (fields: Partial<RecurringPurchase> = {}): RecurringPurchase => ({
  id: "sub_1",
  plan: "plus",
  status: "active",
  createdAt: "2027-01-01T00:00:00.000Z",
  billedFrom: "2027-01-01T00:00:00.000Z",
  periodStart: "2027-01-01T00:00:00.000Z",
  periodEnd: "2027-02-01T00:00:00.000Z",
  endsAt: null,
  funding: paidBy(999),
  isPeriodPaid: true,
  firstPaidAt: "2027-01-01T00:00:00.000Z",
  owedCents: 0,
  ...fields,
});

/** What a customer holds who has bought these and nothing else. */
export const held = (...purchases: RecurringPurchase[]): CustomerBilling => ({
  recurring: purchases,
  single: [],
  creditCents: 0,
  excessCreditCents: 0,
  pending: [],
});
