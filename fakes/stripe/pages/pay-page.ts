import * as z from "zod/mini";
import type { Account } from "../account/account.ts";
import type { StoredSession } from "../account/stored.ts";
import { finishSession, isPending, paySession } from "../billing/pay-session.ts";
import type { PaymentMethodKind } from "../billing/payment-method-kinds.ts";
import { formatInstant, formatMoney, type Html, html, type Page, redirectTo, stripePage } from "./page.ts";

function successUrl(session: StoredSession): string {
  const url = session.success_url ?? "/";
  return url.replaceAll("{CHECKOUT_SESSION_ID}", session.id).replaceAll("%7BCHECKOUT_SESSION_ID%7D", session.id);
}

const formTargets = (session: StoredSession) => [
  successUrl(session),
  ...(session.cancel_url ? [session.cancel_url] : []),
];

const backLink = ({ cancel_url }: StoredSession) =>
  cancel_url === null ? html`` : html`<a class="button" href="${cancel_url}">Go back</a>`;

function orderSummary(session: StoredSession): Html {
  const lines = session.local.lineItems.map(
    ({ description, quantity, amount_total }) =>
      html`<tr><td>${description}</td><td>${quantity}</td><td>${formatMoney(amount_total)}</td></tr>`,
  );
  const { trialEnd } = session.local.subscription;
  return html`<p class="amount">${formatMoney(session.amount_total)}
    ${trialEnd === null ? null : html`<small>until ${formatInstant(trialEnd)}, then</small>`}
    ${session.mode === "subscription" ? html`<small>every month</small>` : html`<small>once</small>`}</p>
    <table><thead><tr><th>What</th><th>Number</th><th>Price</th></tr></thead><tbody>${lines}</tbody></table>`;
}

function openSessionPage(session: StoredSession, trouble?: string): Page {
  const body = html`${trouble === undefined ? null : html`<p class="box" role="alert">${trouble}</p>`}
    ${orderSummary(session)}
    <form method="post">
      <fieldset><legend>Card</legend>
        <label><input type="radio" name="card" value="works" checked> A card that works (4242)</label>
        <label><input type="radio" name="card" value="renewals-fail"> A card that pays now and whose renewals fail (0341)</label>
        <label><input type="radio" name="card" value="asks"> A card whose payments have to be confirmed (3184)</label>
      </fieldset>
      <div class="row"><button class="main" name="action" value="pay">Pay</button>
      <button name="action" value="decline">Decline the card</button>
      <button name="action" value="later">Pay later</button>${backLink(session)}</div>
    </form>
    <p class="note">"Pay later" is a bank debit, which takes days. You decide afterwards whether it succeeds. This page can be used until ${formatInstant(session.expires_at)}.</p>`;
  return stripePage(session.mode === "subscription" ? "Subscribe" : "Pay", body, formTargets(session));
}

function confirmPage(session: StoredSession): Page {
  const body = html`${orderSummary(session)}<p>The bank of the card asks you to confirm this payment (3-D Secure).</p>
    <form method="post" class="row"><input type="hidden" name="card" value="asks">
    <button class="main" name="action" value="confirm">Confirm the payment</button>
    <button name="action" value="decline">Refuse it</button></form>`;
  return stripePage("Confirm the payment", body, formTargets(session));
}

function pendingPage(session: StoredSession): Page {
  const body = html`${orderSummary(session)}<p>The bank debit is under way. Decide whether it succeeds:</p>
    <form method="post" class="row"><button class="main" name="action" value="succeed">Let the payment succeed</button>
    <button name="action" value="fail">Let the payment fail</button></form>
    <p><a href="${successUrl(session)}">Back to the shop</a></p>`;
  return stripePage("The payment is under way", body, formTargets(session));
}

function closedPage(session: StoredSession): Page {
  if (session.status === "expired") {
    const body = html`<p>This page has expired, and nothing was paid. Start again from the shop.</p>
      <p class="row">${backLink(session)}</p>`;
    return stripePage("This page has expired", body);
  }
  const [title, text] =
    session.payment_status !== "unpaid"
      ? ["This is already complete", "The purchase is complete. Nothing is charged a second time."]
      : ["The payment failed", "The bank debit did not succeed, and nothing was paid."];
  const body = html`<p>${text}</p><p><a class="button" href="${successUrl(session)}">Back to the shop</a></p>`;
  return stripePage(title, body);
}

export function payPage(account: Account, session: StoredSession): Page {
  if (session.status === "open") return openSessionPage(session);
  return isPending(account, session) ? pendingPage(session) : closedPage(session);
}

const Choice = z.object({
  action: z.enum(["pay", "confirm", "decline", "later", "succeed", "fail"]),
  card: z._default(z.enum(["works", "renewals-fail", "asks"]), "works"),
});

export function handlePayForm(account: Account, session: StoredSession, fields: Record<string, string>): Page {
  const choice = Choice.safeParse(fields);
  if (!choice.success) return payPage(account, session);
  const { action, card } = choice.data;
  if (action === "succeed" || action === "fail") {
    if (!isPending(account, session)) return payPage(account, session);
    return redirectTo(successUrl(finishSession(account, session, action === "succeed")));
  }
  if (session.status !== "open") return payPage(account, session);
  if (action === "pay" && card === "asks") return confirmPage(session);
  const means: Record<typeof action, PaymentMethodKind> = {
    pay: card,
    confirm: card,
    decline: "declined",
    later: "bank",
  };
  const after = paySession(account, session, means[action]);
  if (after.status === "open") return openSessionPage(after, "Your card was declined. Try another one.");
  return redirectTo(successUrl(after));
}
