import { type Account, listForCustomer } from "../account/account.ts";
import { itemOf, type StoredCustomer, type StoredPaymentIntent } from "../account/stored.ts";
import { isPending } from "../billing/pay-session.ts";
import type { Controls } from "../controls/controls.ts";
import { formatInstant, formatMoney, type Html, html, type Page, stripePage } from "./page.ts";

type Fields = Readonly<Record<string, string>>;

function controlButton(name: string, text: string, fields: Fields = {}, extra: Html = html``): Html {
  const hidden = Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  );
  return html`<form class="inline" method="post" action="/local-controls/${name}">${hidden}${extra}<button>${text}</button></form> `;
}

function disputeControls(account: Account, intent: StoredPaymentIntent): Html {
  const disputes = account.store.list("dispute", { field: "payment_intent", value: intent.id });
  return html`${disputes.map(({ id, status }) =>
    status === "won" || status === "lost"
      ? html`<p>Dispute ${status}</p>`
      : html`<p>Dispute: ${controlButton("close-dispute", "Win", { dispute: id, outcome: "won" })}
        ${controlButton("close-dispute", "Lose", { dispute: id, outcome: "lost" })}</p>`,
  )}`;
}

function refundControls(account: Account, intent: StoredPaymentIntent): Html {
  const refunds = account.store.list("refund", { field: "payment_intent", value: intent.id });
  return html`${refunds.map(({ id, status, amount }) =>
    status === "failed"
      ? html`<p>Refund of ${formatMoney(amount)} failed</p>`
      : html`<p>${controlButton("fail-refund", `Have the refund of ${formatMoney(amount)} fail`, { refund: id })}</p>`,
  )}`;
}

function paymentRow(account: Account, intent: StoredPaymentIntent): Html {
  const charge = account.store.find("charge", intent.latest_charge ?? "");
  const payment = { payment_intent: intent.id };
  const amount = html`<input type="number" name="amount" min="1" placeholder="all" aria-label="Cents to refund"> `;
  const canReverse = charge?.paid === true && !charge.refunded && !charge.disputed;
  return html`<tr><td><code>${intent.id}</code><br>${formatInstant(intent.created)}</td><td>${formatMoney(intent.amount)}</td>
    <td>${intent.status}${charge && charge.amount_refunded > 0 ? `, ${formatMoney(charge.amount_refunded)} refunded` : ""}</td>
    <td>${canReverse ? html`${controlButton("refund", "Refund", payment, amount)}${controlButton("dispute", "Dispute", payment)}` : null}
    ${disputeControls(account, intent)}${refundControls(account, intent)}</td></tr>`;
}

function pendingPayments(account: Account, customer: StoredCustomer): Html[] {
  return listForCustomer(account, "checkout.session", customer.id)
    .filter((session) => isPending(account, session))
    .map(
      ({ id, amount_total }) =>
        html`<p>A bank debit of ${formatMoney(amount_total)} is under way:
          ${controlButton("finish-payment", "Let it succeed", { session: id, paid: "true" })}
          ${controlButton("finish-payment", "Let it fail", { session: id, paid: "false" })}</p>`,
    );
}

function customerBox(account: Account, customer: StoredCustomer): Html {
  const subscriptions = listForCustomer(account, "subscription", customer.id).map((subscription) => {
    const { price, current_period_end: end } = itemOf(subscription);
    const ending = subscription.cancel_at === null ? "" : `, ends ${formatInstant(subscription.cancel_at)}`;
    return html`<li><code>${subscription.id}</code> ${price.lookup_key ?? price.id}: ${subscription.status}, until
      ${formatInstant(end)}${ending}</li>`;
  });
  const payments = listForCustomer(account, "payment_intent", customer.id).map((intent) => paymentRow(account, intent));
  return html`<section class="box"><h2>${customer.email ?? customer.name ?? customer.id}</h2>
    <p><code>${customer.id}</code></p>${subscriptions.length > 0 ? html`<ul>${subscriptions}</ul>` : null}
    ${pendingPayments(account, customer)}
    ${payments.length > 0 ? html`<table><tbody>${payments}</tbody></table>` : null}</section>`;
}

function deliveryBox({ deliveryPaused, declining, pending }: ReturnType<Controls["state"]>): Html {
  const howMany = html`<input type="number" name="count" min="0" value="1" aria-label="How many"> `;
  return html`<section class="box"><h2>Webhooks and cards</h2>
    <p>${pending.length} events are to be delivered; delivery is ${deliveryPaused ? "paused" : "on"}.</p>
    <div class="row">${deliveryPaused ? controlButton("resume-delivery", "Resume delivery") : controlButton("pause-delivery", "Pause delivery")}
    ${controlButton("deliver-now", "Deliver now")}${controlButton("duplicate", "Duplicate pending")}
    ${controlButton("shuffle", "Shuffle pending")}</div>
    <div class="row">${controlButton("drop", "Drop next deliveries", {}, howMany)}</div>
    <p>Cards are ${declining ? "all declined" : "taken as they are"}.
    ${controlButton("decline", declining ? "Take cards again" : "Decline every card", { on: String(!declining) })}</p></section>`;
}

export function indexPage(account: Account, state: ReturnType<Controls["state"]>): Page {
  const customers = account.store.list("customer").filter(({ deleted }) => !deleted);
  const events = account.events.list(100).map(
    ({ id, type, created, pending_webhooks }) =>
      html`<tr><td>${formatInstant(created)}</td><td>${type}<br><code>${id}</code></td>
        <td>${pending_webhooks > 0 ? "pending" : "delivered"}</td>
        <td>${controlButton("duplicate", "Send again", { event: id })}</td></tr>`,
  );
  const body = html`<p>It is ${formatInstant(account.now)} here.</p>${deliveryBox(state)}
    ${customers.length > 0 ? customers.map((customer) => customerBox(account, customer)) : html`<p>There are no customers yet.</p>`}
    <h2>Events, newest first</h2><table><tbody>${events}</tbody></table>`;
  return stripePage("Payments", body);
}
