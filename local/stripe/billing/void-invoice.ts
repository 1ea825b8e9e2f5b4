import { type Account, change, need } from "../account/account.ts";
import type { StoredInvoice } from "../account/stored.ts";
import { discardPending } from "./pending-update.ts";

/** Asks for an open invoice no more; what it used of the customer's credit comes back. */
export function voidInvoice(account: Account, invoice: StoredInvoice): StoredInvoice {
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const customer = need(account, "customer", invoice.customer);
  if (used !== 0) change(account, customer, { balance: customer.balance - used }, "customer.updated");
  const transitions = { ...invoice.status_transitions, voided_at: account.now };
  const fields = { status: "void", next_payment_attempt: null, status_transitions: transitions } as const;
  const voided = change(account, invoice, fields, "invoice.voided");
  discardPending(account, voided);
  return voided;
}
