/**
 * Stripe's events that may change a learner's plan, from its reference (https://docs.stripe.com/api/events/types).
 * Tests compare the product's own list with this list.
 */
export const planChangingEvents = [
  // Events of a completed payment page. A slow payment is reported days later.
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  // Events of a recurring plan that starts, changes, ends, or is paused after a trial without a card.
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  // The event of a deleted customer, whose recurring plans end.
  "customer.deleted",
  // Events of renewals and single months, and of void or uncollectible invoices.
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "payment_intent.succeeded",
  // Events of refunds, including refunds that fail later.
  "charge.refund.updated",
  "charge.refunded",
  "refund.created",
  "refund.failed",
  "refund.updated",
  // Events of disputes, including disputes that the seller wins.
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
] as const;
