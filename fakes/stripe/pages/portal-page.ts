import * as z from "zod/mini";
import { type Account, listForCustomer, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { itemOf, type StoredPortalSession, type StoredPrice, type StoredSubscription } from "../account/stored.ts";
import { cancellationFields, listOpenInvoices } from "../billing/cancel-subscription.ts";
import { findPaymentMethod } from "../billing/collect.ts";
import { addPaymentMethod, unattendedOutcome } from "../billing/payment-method-kinds.ts";
import { payNow } from "../operations/invoices.ts";
import { formatInstant, formatMoney, type Html, html, type Page, redirectTo, stripePage } from "./page.ts";

const featuresOf = (account: Account, { configuration }: StoredPortalSession) =>
  requireObject(account, "billing_portal.configuration", configuration).features;

const isLive = ({ ended_at, status }: StoredSubscription) => ended_at === null && status !== "incomplete";

const nameOf = (account: Account, price: StoredPrice) =>
  `${account.store.find("product", price.product)?.name ?? price.id}, ${formatMoney(price.unit_amount)}`;

function button(action: string, subscription: StoredSubscription, text: string): Html {
  return html`<form method="post" class="row"><input type="hidden" name="subscription" value="${subscription.id}">
    <button name="action" value="${action}">${text}</button></form>`;
}

function subscriptionBox(account: Account, session: StoredPortalSession, subscription: StoredSubscription): Html {
  const { price, current_period_end: end } = itemOf(subscription);
  const features = featuresOf(account, session);
  const card = findPaymentMethod(account, subscription);
  const isEnding = subscription.cancel_at !== null;
  return html`<section class="box"><h2>${nameOf(account, price)} a month</h2>
    <p>${subscription.status}. ${
      isEnding ? html`Ends on ${formatInstant(subscription.cancel_at ?? end)}.` : html`Renews on ${formatInstant(end)}.`
    } Paid with ${card?.card ? `a card ending in ${card.card.last4}` : "a bank account"}.</p>
    ${listOpenInvoices(account, subscription).length > 0 ? button("pay", subscription, "Pay the amount due now") : null}
    ${isEnding ? button("resume", subscription, "Don't cancel") : null}
    ${!isEnding && features.subscription_cancel.enabled ? button("cancel", subscription, "Cancel plan") : null}</section>`;
}

const newCardForm = html`<form method="post" class="box"><h2>New card</h2>
  <label><input type="radio" name="card" value="works" checked> A card that works (4242)</label>
  <label><input type="radio" name="card" value="renewals-fail"> A card whose payments fail (0341)</label>
  <label><input type="radio" name="card" value="asks"> A card whose payments have to be confirmed (3184)</label>
  <button name="action" value="card">Use this card</button></form>`;

export function portalPage(account: Account, session: StoredPortalSession, trouble?: string): Page {
  const subscriptions = listForCustomer(account, "subscription", session.customer).filter(isLive);
  const boxes = subscriptions.map((subscription) => subscriptionBox(account, session, subscription));
  const back =
    session.return_url === null
      ? html``
      : html`<p><a class="button" href="${session.return_url}">Back to ${account.business}</a></p>`;
  const body = html`${trouble === undefined ? null : html`<p class="box" role="alert">${trouble}</p>`}
    ${boxes.length > 0 ? boxes : html`<p>There is no subscription.</p>`}
    ${featuresOf(account, session).payment_method_update.enabled ? newCardForm : null}${back}`;
  return stripePage("Your plan", body);
}

const Choice = z.object({
  action: z.enum(["cancel", "card", "pay", "resume"]),
  subscription: z._default(z.string(), ""),
  card: z._default(z.enum(["works", "renewals-fail", "asks"]), "works"),
});
type Choice = z.infer<typeof Choice>;

function replaceCard(account: Account, session: StoredPortalSession, card: Choice["card"]): void {
  const { id } = addPaymentMethod(account, session.customer, card);
  const customer = requireObject(account, "customer", session.customer);
  const settings = { ...customer.invoice_settings, default_payment_method: id };
  updateObject(account, customer, { invoice_settings: settings }, "customer.updated");
  for (const subscription of listForCustomer(account, "subscription", session.customer).filter(isLive)) {
    updateObject(account, subscription, { default_payment_method: id }, "customer.subscription.updated");
  }
}

function cancel(account: Account, session: StoredPortalSession, subscription: StoredSubscription): void {
  if (!featuresOf(account, session).subscription_cancel.enabled)
    throw invalidRequest("Plans cannot be cancelled here.");
  // As at Stripe with flexible billing, the portal sets `cancel_at` instead of `cancel_at_period_end`.
  const schedule = { cancelAt: itemOf(subscription).current_period_end, isPeriodEnd: false };
  const fields = cancellationFields(account, subscription, schedule);
  updateObject(account, subscription, fields, "customer.subscription.updated");
}

/** @throws StripeFailure 400, 402, 404 */
export function handlePortalForm(account: Account, session: StoredPortalSession, fields: Record<string, string>): Page {
  const parsed = Choice.safeParse(fields);
  if (!parsed.success) return portalPage(account, session);
  const { action, subscription: id, card } = parsed.data;
  const here = redirectTo(`/p/session/${session.id}`);
  if (action === "card") {
    replaceCard(account, session, card);
    return here;
  }
  const subscription = requireObject(account, "subscription", id);
  if (subscription.customer !== session.customer || !isLive(subscription))
    throw invalidRequest("There is no such plan.");
  if (action === "cancel") cancel(account, session, subscription);
  const [owed] = listOpenInvoices(account, subscription);
  const method = findPaymentMethod(account, subscription);
  // A payment that requires a confirmation is made on the page of the invoice.
  if (action === "pay" && owed && method && unattendedOutcome(method) === "asks") return redirectTo(`/i/${owed.id}`);
  if (action === "pay") for (const invoice of listOpenInvoices(account, subscription)) payNow(account, invoice);
  if (action === "resume") {
    updateObject(
      account,
      subscription,
      cancellationFields(account, subscription, null),
      "customer.subscription.updated",
    );
  }
  return here;
}
