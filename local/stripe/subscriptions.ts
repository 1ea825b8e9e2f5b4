import * as z from "zod/mini";
import { type Account, change, need, ofCustomer } from "./account.ts";
import { cancelNow } from "./cancel-subscription.ts";
import { invalidRequest, noSuch } from "./failure.ts";
import { periodLine } from "./invoice-lines.ts";
import { addMonths } from "./months.ts";
import { addInvoice } from "./new-invoice.ts";
import { listOperation, operation } from "./operation.ts";
import { Text } from "./parameters.ts";
import { monthsOf } from "./prices.ts";
import { itemOf, type StoredSubscription } from "./stored.ts";
import { collect } from "./subscription-payment.ts";
import { CancellationDetails, updateSubscription } from "./update-subscription.ts";

const retrieve = operation("GET", "/subscriptions/:id", {}, (account, _, id) => need(account, "subscription", id));

const statuses = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

function isOfStatus({ status }: StoredSubscription, wanted: (typeof statuses)[number] | undefined): boolean {
  const isOver = status === "canceled" || status === "incomplete_expired";
  switch (wanted) {
    case undefined:
      return status !== "canceled";
    case "all":
      return true;
    case "ended":
      return isOver;
    default:
      return status === wanted;
  }
}

const filters = { customer: z.optional(Text), price: z.optional(Text), status: z.optional(z.enum(statuses)) };
const list = listOperation("/subscriptions", filters, (account, { customer, price, status }) =>
  ofCustomer(account, "subscription", customer).filter(
    (subscription) =>
      isOfStatus(subscription, status) && (price === undefined || itemOf(subscription).price.id === price),
  ),
);

const cancel = operation(
  "DELETE",
  "/subscriptions/:id",
  {
    cancellation_details: z.optional(CancellationDetails),
    invoice_now: z.optional(z.literal("false")),
    prorate: z.optional(z.literal("false")),
  },
  (account, { cancellation_details: given }, id) => {
    const subscription = need(account, "subscription", id);
    if (subscription.ended_at !== null) throw noSuch("subscription", id);
    const details = { comment: null, feedback: null, feedback_option: null, ...subscription.cancellation_details };
    const { comment = details.comment, feedback = details.feedback } = given ?? {};
    const reason = "cancellation_requested" as const;
    const explained = { ...subscription, cancellation_details: { ...details, comment, feedback, reason } };
    return cancelNow(account, explained, reason);
  },
);

const pause = operation(
  "POST",
  "/subscriptions/:id/pause",
  { type: z.optional(z.literal("subscription")) },
  (account, _, id) => {
    const subscription = need(account, "subscription", id);
    if (subscription.status !== "active") throw invalidRequest("Only an active subscription can be paused.");
    const paused = {
      subscription: { type: "pause_requested" },
      transitioned_at: account.now,
      type: "subscription",
    } as const;
    return change(
      account,
      subscription,
      { status: "paused", status_details: { paused } },
      "customer.subscription.paused",
    );
  },
);

/** A resumed subscription begins a new period, which is paid at once. */
function restart(account: Account, subscription: StoredSubscription): StoredSubscription {
  const { status_details: _, ...rest } = subscription;
  const item = itemOf(subscription);
  const period = { start: account.now, end: addMonths(account.now, monthsOf(item.price)) };
  const renewed = { ...item, current_period_start: period.start, current_period_end: period.end };
  const resumed: StoredSubscription = {
    ...rest,
    status: "active",
    billing_cycle_anchor: account.now,
    items: { ...subscription.items, data: [renewed] },
  };
  const lines = [periodLine(resumed)];
  const invoice = addInvoice(account, { subscription: resumed, reason: "subscription_update", lines, period });
  change(account, resumed, { latest_invoice: invoice.id }, "customer.subscription.resumed");
  return collect(account, invoice);
}

const resume = operation(
  "POST",
  "/subscriptions/:id/resume",
  { billing_cycle_anchor: z.optional(z.literal("now")) },
  (account, _, id) => {
    const subscription = need(account, "subscription", id);
    if (subscription.status !== "paused") {
      throw invalidRequest("Only a subscription whose status is `paused` can be resumed.");
    }
    return restart(account, subscription);
  },
);

export const subscriptionOperations = [list, retrieve, updateSubscription, cancel, pause, resume];
