import { type Account, requireObject, updateObject } from "../account/account.ts";
import type { StoredInvoice } from "../account/stored.ts";
import { changeBalance } from "./balance.ts";
import { discardPending } from "./pending-update.ts";

export function voidInvoice(account: Account, invoice: StoredInvoice): StoredInvoice {
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const customer = requireObject(account, "customer", invoice.customer);
  const given = { type: "unapplied_from_invoice", invoice: invoice.id, description: null, metadata: {} } as const;
  if (used !== 0) changeBalance(account, customer, { ...given, amount: -used });
  const transitions = { ...invoice.status_transitions, voided_at: account.now };
  const fields = { status: "void", next_payment_attempt: null, status_transitions: transitions } as const;
  const voided = updateObject(account, invoice, fields, "invoice.voided");
  discardPending(account, voided);
  return voided;
}
