import type { CustomerBilling, RecurringPurchase } from "../../../domain/plans/purchase.ts";
import { createCardFunding } from "../../support/card-funding.ts";

export const aRecurringPurchase = (fields: Partial<RecurringPurchase> = {}): RecurringPurchase => ({
  id: "sub_1",
  plan: "plus",
  status: "active",
  createdAt: "2027-01-01T00:00:00.000Z",
  billedFrom: "2027-01-01T00:00:00.000Z",
  periodStart: "2027-01-01T00:00:00.000Z",
  periodEnd: "2027-02-01T00:00:00.000Z",
  endsAt: null,
  funding: createCardFunding(999),
  isPeriodPaid: true,
  firstPaidAt: "2027-01-01T00:00:00.000Z",
  dueCents: 0,
  ...fields,
});

export const aBilling = (...purchases: RecurringPurchase[]): CustomerBilling => ({
  recurring: purchases,
  single: [],
  creditCents: 0,
  excessCreditCents: 0,
  pending: [],
});
