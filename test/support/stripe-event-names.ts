/**
 * What Stripe sends after which a learner's plan may be another one, by the names of its reference
 * (https://docs.stripe.com/api/events/types). Written out here, so that the product's own list has something to be
 * judged by.
 */
export const planChangingEvents = [
  // A payment page that was gone through, at once or, for slow ways to pay, days later.
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  // A recurring plan that begins, changes, ends, or pauses after a trial without a card.
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  // A customer who is deleted, with whom all that is paid again and again ends.
  "customer.deleted",
  // A renewal, and a single month; a bill that is let go, or given up.
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "payment_intent.succeeded",
  // Money that is given back, or is not after all, since a refund may fail after it was made.
  "charge.refund.updated",
  "charge.refunded",
  "refund.created",
  "refund.failed",
  "refund.updated",
  // Money that a bank takes back, and a dispute that is won.
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
] as const;
