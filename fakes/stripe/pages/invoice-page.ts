import * as z from "zod/mini";
import type { Account } from "../account/account.ts";
import type { StoredInvoice } from "../account/stored.ts";
import { findPaymentMethod, payInvoice } from "../billing/collect.ts";
import { isDeclining } from "../billing/payment-method-kinds.ts";
import { applyAttempt, subscriptionOf } from "../billing/subscription-payment.ts";
import { formatMoney, html, type Page, redirectTo, stripePage } from "./page.ts";

/** Stripe's page: https://docs.stripe.com/invoicing/hosted-invoice-page */
export function invoicePage(account: Account, invoice: StoredInvoice): Page {
  const lines = invoice.lines.data.map(
    ({ description, amount }) => html`<tr><td>${description}</td><td>${formatMoney(amount)}</td></tr>`,
  );
  const bill = html`<p class="amount">${formatMoney(invoice.amount_due)}</p><table><tbody>${lines}</tbody></table>`;
  if (invoice.status !== "open") {
    const word = invoice.status === "paid" ? "This bill is paid." : "This bill no longer has to be paid.";
    return stripePage("Bill", html`${bill}<p>${word} You can close this page.</p>`);
  }
  const card = findPaymentMethod(account, subscriptionOf(account, invoice))?.card?.last4 ?? "none";
  const body = html`${bill}
    <p>The bank of the card ending in ${card} asks you to confirm this payment (3-D Secure).</p>
    <form method="post" class="row"><button class="main" name="action" value="confirm">Confirm the payment</button>
    <button name="action" value="refuse">Refuse it</button></form>`;
  return stripePage("Bill", body);
}

const Choice = z.object({ action: z.enum(["confirm", "refuse"]) });

export function handleInvoiceForm(account: Account, invoice: StoredInvoice, fields: Record<string, string>): Page {
  const choice = Choice.safeParse(fields);
  const subscription = subscriptionOf(account, invoice);
  const method = findPaymentMethod(account, subscription);
  if (!choice.success || invoice.status !== "open" || !method) return invoicePage(account, invoice);
  const isPaid = choice.data.action === "confirm" && !isDeclining(account);
  const attempted = payInvoice(account, invoice, method, isPaid ? "succeeds" : "declines");
  // After a refused payment of a pending change, the change stays pending and the paid plan continues.
  if (isPaid || !subscription.pending_update) applyAttempt(account, attempted);
  return redirectTo(`/i/${invoice.id}`);
}
