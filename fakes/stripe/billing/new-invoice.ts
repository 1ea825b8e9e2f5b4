import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import { inlineList, newId, type StoredInvoice, type StoredLine, type StoredSubscription } from "../account/stored.ts";
import { changeBalance } from "./balance.ts";

type NewInvoice = {
  subscription: StoredSubscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: readonly StoredLine[];
  period: { start: number; end: number };
};

const fixedFields = {
  account_country: "US",
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: "charge_automatically",
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_shipping: null,
  customer_tax_exempt: "none",
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: "self" },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  object: "invoice",
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} as const;

const sumOf = (lines: readonly StoredLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

function createDraft(account: Account, { subscription, reason, lines, period }: NewInvoice): StoredInvoice {
  const customer = requireObject(account, "customer", subscription.customer);
  const id = newId("in");
  const total = sumOf(lines);
  return {
    ...fixedFields,
    account_name: account.business,
    default_tax_rates: [],
    discounts: [],
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    metadata: {},
    id,
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    billing_reason: reason,
    created: account.now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    lines: inlineList(
      lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: period.end,
    period_start: period.start,
    starting_balance: customer.balance,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

/** The minimum charge in US cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimumCharge = 50;

/**
 * A negative balance is a credit. An amount below the minimum charge moves to the next invoice:
 * https://docs.stripe.com/billing/customer/balance
 */
function settleBalance(account: Account, invoice: StoredInvoice): { amountDue: number; endingBalance: number } {
  const customer = requireObject(account, "customer", invoice.customer);
  const owed = invoice.total + customer.balance;
  const isTooSmall = owed > 0 && owed < minimumCharge;
  const endingBalance = isTooSmall ? owed : Math.min(0, owed);
  const amount = endingBalance - customer.balance;
  const type = isTooSmall ? "invoice_too_small" : "applied_to_invoice";
  const given = { type, amount, invoice: invoice.id, description: null, metadata: {} } as const;
  if (amount !== 0) changeBalance(account, customer, given);
  return { amountDue: isTooSmall ? 0 : Math.max(0, owed), endingBalance };
}

/** The invoice is open immediately. At Stripe, the invoice of a renewal is a draft for about an hour. */
export function addInvoice(account: Account, settings: NewInvoice): StoredInvoice {
  const invoice = addObject(account, createDraft(account, settings), "invoice.created");
  const { amountDue, endingBalance } = settleBalance(account, invoice);
  const customer = requireObject(account, "customer", invoice.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  updateObject(account, customer, { next_invoice_sequence: sequence + 1 });
  return updateObject(
    account,
    invoice,
    {
      status: "open",
      hosted_invoice_url: `${account.origin}/i/${invoice.id}`,
      amount_due: amountDue,
      amount_remaining: amountDue,
      ending_balance: endingBalance,
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
      effective_at: account.now,
      status_transitions: { ...invoice.status_transitions, finalized_at: account.now },
    },
    "invoice.finalized",
  );
}
