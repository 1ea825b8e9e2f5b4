/** API version of the handlers, the webhook endpoint and the SDK's types. */
export const stripeApiVersion = "2026-10-28.endive";

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

/** Marks Parlance's customer portal configuration in the Stripe account. */
export const portalMetadata = { app: "parlance" } as const;

export function isOwnPortal({ metadata }: { metadata: Readonly<Record<string, string>> | null }): boolean {
  return Object.entries(portalMetadata).every(([key, value]) => metadata?.[key] === value);
}
