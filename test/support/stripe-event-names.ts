/**
 * Stripe's events that may change a learner's plan, from its reference (https://docs.stripe.com/api/events/types).
 * Tests compare the product's own list with this list.
 */
export const planChangingEvents = [
  // An asynchronous payment succeeds or fails later.
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",

  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",

  // A deleted customer, whose recurring plans end.
  "customer.deleted",

  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "payment_intent.succeeded",

  "charge.refund.updated",
  "charge.refunded",
  "refund.created",
  "refund.failed",
  "refund.updated",

  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
] as const;
