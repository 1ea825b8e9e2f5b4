/** The version of Stripe's API on which the handlers, the webhook endpoint and the SDK's types agree. */
export const stripeApiVersion = "2026-10-28.endive";

/** The events of Stripe after which a learner's plan may be another one; the webhook endpoint is registered for them. */
export const webhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.refund.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const;

/**
 * The metadata that marks Parlance's customer portal configuration in the Stripe account. A configuration made by the API
 * is never the default, so opening the portal has to name it.
 */
export const portalMetadata = { app: "parlance" } as const;

/** Whether a configuration is this product's. */
export function isOwnPortal({ metadata }: { metadata: Readonly<Record<string, string>> | null }): boolean {
  return Object.entries(portalMetadata).every(([key, value]) => metadata?.[key] === value);
}
