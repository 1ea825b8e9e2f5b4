import type Stripe from "stripe";
import type { Bill, LedgerEntry, Money } from "../../../domain/plans/funding.ts";
import { listAll } from "./client.ts";
import type { ReturnedCents } from "./returned-payments.ts";
import { toInstant } from "./single-months.ts";

/** Newest first as in Stripe's lists. */
export type BillingHistory = { invoices: Stripe.Invoice[]; transactions: Stripe.CustomerBalanceTransaction[] };

/** Metadata keys of Parlance's changes of the balance. The value of `moved` and `restored` is a subscription's id. */
export const creditKeys = { moved: "moved_period", restored: "undone_subscription", withheld: "withheld" } as const;

export async function fetchBillingHistory(stripe: Stripe, customer: string): Promise<BillingHistory> {
  const [invoices, transactions] = await Promise.all([
    listAll(stripe.invoices.list({ customer, limit: 100, expand: ["data.payments"] })),
    listAll(stripe.customers.listBalanceTransactions(customer, { limit: 100 })),
  ]);
  return { invoices, transactions };
}

export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const of = parent?.subscription_details?.subscription;
  return (typeof of === "string" ? of : of?.id) ?? null;
}

export function listInvoicePayments(invoice: Stripe.Invoice): { intent: string; cents: number }[] {
  return (invoice.payments?.data ?? []).flatMap(({ payment, status, amount_paid }) => {
    const intent = typeof payment.payment_intent === "string" ? payment.payment_intent : payment.payment_intent?.id;
    return intent && status === "paid" ? [{ intent, cents: amount_paid ?? 0 }] : [];
  });
}

function splitMoney(invoice: Stripe.Invoice, returned: ReturnedCents): Money {
  const money = { kept: 0, returned: 0 };
  for (const { intent, cents } of listInvoicePayments(invoice)) {
    const returnedCents = Math.min(cents, returned.get(intent) ?? 0);
    money.returned += returnedCents;
    money.kept += cents - returnedCents;
  }
  return money;
}

/**
 * In seconds since 1970. Uses the periods of the invoice's lines, because the invoice's own period may be the previous
 * one.
 */
export function billedUntil({ lines }: Stripe.Invoice): number {
  return Math.max(0, ...lines.data.map(({ period }) => period.end));
}

/** A draft is not due yet, and a void invoice has returned the credit that it used. */
const isInEffect = ({ status }: Stripe.Invoice) => status !== "draft" && status !== "void";

function entryOfInvoice(invoice: Stripe.Invoice, returned: ReturnedCents): LedgerEntry {
  const purchaseId = subscriptionOf(invoice);
  // `amount_due` includes the customer's balance, and is 0 if the amount is too small to charge:
  // https://docs.stripe.com/api/invoices/object#invoice_object-amount_due
  const cents = invoice.amount_due - invoice.total;
  if (purchaseId === null) return { kind: "adjusted", cents };
  const bill: Bill = {
    kind: "bill",
    purchaseId,
    periodEnd: toInstant(billedUntil(invoice)),
    isPaid: invoice.status === "paid",
    payments: splitMoney(invoice, returned),
    cents,
  };
  return bill;
}

/**
 * The invoices already contain these changes:
 * https://docs.stripe.com/billing/customer/balance#types
 */
const invoiceTransactionTypes: ReadonlySet<Stripe.CustomerBalanceTransaction.Type> = new Set([
  "applied_to_invoice",
  "unapplied_from_invoice",
  "invoice_too_small",
  "invoice_too_large",
  "checkout_session_subscription_payment",
  "checkout_session_subscription_payment_canceled",
]);

/** In Stripe, a negative balance is credit. */
function entryOfTransaction({ amount, metadata }: Stripe.CustomerBalanceTransaction): LedgerEntry {
  const moved = metadata?.[creditKeys.moved];
  if (moved) return { kind: "moved", purchaseId: moved, cents: 0 - amount };
  const restored = metadata?.[creditKeys.restored];
  if (restored) return { kind: "restored", purchaseId: restored, cents: 0 - amount };
  return metadata?.[creditKeys.withheld]
    ? { kind: "withheld", cents: amount }
    : { kind: "adjusted", cents: 0 - amount };
}

/**
 * Order within a second: money that became credit precedes the bill that it pays. All other entries follow the bill.
 */
const entryOrder = ({ kind }: LedgerEntry) => (kind === "moved" ? 0 : kind === "bill" ? 1 : 2);

/** Oldest first. */
export function toLedger({ invoices, transactions }: BillingHistory, returned: ReturnedCents): LedgerEntry[] {
  const bills = invoices.filter(isInEffect).map((invoice) => ({
    at: invoice.status_transitions.finalized_at ?? invoice.created,
    entry: entryOfInvoice(invoice, returned),
  }));
  const others = transactions
    .filter(({ type }) => !invoiceTransactionTypes.has(type))
    .map((transaction) => ({ at: transaction.created, entry: entryOfTransaction(transaction) }));
  return [...bills.toReversed(), ...others.toReversed()]
    .toSorted((a, b) => a.at - b.at || entryOrder(a.entry) - entryOrder(b.entry))
    .map(({ entry }) => entry);
}
