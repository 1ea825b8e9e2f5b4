import { itemOf, type Stored, type StoredSubscription } from "./stored.ts";

/** An incomplete subscription ends for good after 23 hours. Source: "Subscription statuses", Stripe's documentation. */
const incompleteSeconds = 23 * 3600;

function subscriptionDueAt(subscription: StoredSubscription): number | null {
  const { status, local, created, cancel_at, pending_update } = subscription;
  if (status === "incomplete") return local.awaitsPayment ? null : created + incompleteSeconds;
  if (status !== "active" && status !== "past_due" && status !== "trialing") return null;
  const { current_period_end } = itemOf(subscription);
  const instants = [current_period_end, cancel_at, pending_update?.expires_at];
  return Math.min(...instants.filter((at) => typeof at === "number"));
}

/** When something happens to an object by itself next, in seconds since 1970; null if nothing will. */
export function dueAt(object: Stored): number | null {
  switch (object.object) {
    case "checkout.session":
      return object.status === "open" ? object.expires_at : null;
    case "subscription":
      return subscriptionDueAt(object);
    case "invoice":
      return object.status === "open" ? object.next_payment_attempt : null;
    default:
      return null;
  }
}
