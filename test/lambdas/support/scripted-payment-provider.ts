import type { CustomerBilling, RecurringPurchase, SinglePurchase } from "../../../domain/plans/purchase.ts";
import type { PaymentEvent, PaymentProvider } from "../../../lambdas/payments/payment-provider.ts";
import { createCardFunding } from "../../support/card-funding.ts";

export const aMonthly = (fields: Partial<RecurringPurchase> = {}): RecurringPurchase => ({
  id: "sub_1",
  plan: "pro",
  status: "active",
  createdAt: "2027-01-01T00:00:00.000Z",
  billedFrom: "2027-01-01T00:00:00.000Z",
  periodStart: "2027-01-01T00:00:00.000Z",
  periodEnd: "2027-02-01T00:00:00.000Z",
  endsAt: null,
  funding: createCardFunding(1999),
  isPeriodPaid: true,
  firstPaidAt: "2027-01-01T00:00:00.000Z",
  dueCents: 0,
  ...fields,
});

export const aMonthOnce = (fields: Partial<SinglePurchase> = {}): SinglePurchase => ({
  id: "pi_1",
  plan: "pro",
  paidAt: "2027-01-01T00:00:00.000Z",
  cents: 1999,
  returnedCents: 0,
  supersededAt: null,
  ...fields,
});

const readMethods: ReadonlySet<keyof PaymentProvider> = new Set(["hasCustomer", "billingOf", "monthsOf"] as const);
type ProviderCall = [name: keyof PaymentProvider, ...args: unknown[]];

export function createScriptedPaymentProvider(customerBilling: Partial<CustomerBilling> = {}) {
  let single = [...(customerBilling.single ?? [])];
  const recurring = new Map((customerBilling.recurring ?? []).map((purchase) => [purchase.id, { ...purchase }]));
  const calls: ProviderCall[] = [];
  const deleted = new Set<string>();
  const change = (id: string, how: (purchase: RecurringPurchase) => Partial<RecurringPurchase>) => {
    const purchase = recurring.get(id);
    if (!purchase) throw new Error(`No such subscription: ${id}`);
    recurring.set(id, { ...purchase, ...how(purchase) });
  };
  const billing = (): CustomerBilling =>
    structuredClone({
      recurring: [...recurring.values()],
      single,
      creditCents: customerBilling.creditCents ?? 0,
      excessCreditCents: customerBilling.excessCreditCents ?? 0,
      pending: customerBilling.pending ?? [],
    });
  const answer =
    <Args extends unknown[], Result>(name: keyof PaymentProvider, work: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      calls.push([name, ...args]);
      return work(...args);
    };
  const payments: PaymentProvider = {
    createCustomer: answer("createCustomer", () => "cus_made"),
    customersOfLearner: answer("customersOfLearner", () => []),
    hasCustomer: answer("hasCustomer", (customer) => !deleted.has(customer)),
    billingOf: answer("billingOf", billing),
    monthsOf: answer("monthsOf", () => ({ single: [], pending: [] })),
    openCheckout: answer("openCheckout", () => "https://pay.example/cs_1"),
    changePlan: answer("changePlan", (id, plan) => {
      change(id, () => ({ plan, endsAt: null }));
      return { chargedCents: 500 };
    }),
    setEnding: answer("setEnding", (id, ending) =>
      change(id, ({ periodEnd }) => ({ endsAt: ending ? periodEnd : null })),
    ),
    resumeChanged: answer("resumeChanged", (id) => change(id, () => ({ endsAt: null, isToResume: false }))),
    cancelAndRefund: answer("cancelAndRefund", (id) =>
      change(id, () => ({ status: "canceled" as const, dueCents: 0, funding: createCardFunding(0, 999) })),
    ),
    refund: answer("refund", (id) => {
      single = single.map((month) => (month.id === id ? { ...month, returnedCents: month.cents } : month));
    }),
    withholdCredit: answer("withholdCredit", () => undefined),
    startNow: answer("startNow", () => undefined),
    closePages: answer("closePages", () => undefined),
    voidInvoices: answer("voidInvoices", (id) => change(id, () => ({ dueCents: 0 }))),
    closeCustomer: answer("closeCustomer", () => undefined),
    refundLate: answer("refundLate", () => false),
    notePaid: answer("notePaid", () => undefined),
    openPortal: answer("openPortal", () => "https://portal.example/1"),
    readEvent: answer("readEvent", (): PaymentEvent => ({ id: "evt_1", type: "invoice.paid", customerId: "cus_1" })),
  };
  const changes = () => calls.filter(([name]) => !readMethods.has(name));
  const reads = () => calls.filter(([name]) => name === "billingOf").length;
  return { payments, changes, reads, deleted };
}
