/**
 * Stripe's events that may change a learner's plan, from its reference (https://docs.stripe.com/api/events/types).
 * Tests compare the product's own list with this one.
 */
export const planChangingEvents = [
  // A completed payment page; slow payment methods follow days later.
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  // A recurring plan that starts, changes, ends, or pauses after a trial without a card.
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  // A deleted customer, whose recurring plans end.
  "customer.deleted",
  // Renewals and single months; invoices that are void or uncollectible.
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "payment_intent.succeeded",
  // Refunds, and refunds that fail later.
  "charge.refund.updated",
  "charge.refunded",
  "refund.created",
  "refund.failed",
  "refund.updated",
  // Chargebacks, and disputes that are won.
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
] as const;
