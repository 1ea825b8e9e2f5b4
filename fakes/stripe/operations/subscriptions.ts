import * as z from "zod/mini";
import { type Account, listForCustomer, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest, notModelled, resourceMissing } from "../account/failure.ts";
import { itemOf, type StoredSubscription } from "../account/stored.ts";
import { cancellationFields, cancelNow } from "../billing/cancel-subscription.ts";
import { changePlan, paymentBehaviors, startPeriodNow } from "../billing/change-plan.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Bool, changedMetadata, listOf, MetadataChange, Text } from "../protocol/parameters.ts";

const Item = z.strictObject({ id: z.optional(Text), price: Text });

const shape = {
  /** "" removes the end date. The fake does not support a chosen end date. */
  cancel_at: z.optional(z.literal("")),
  cancel_at_period_end: z.optional(Bool),
  items: z.optional(listOf(Item)),
  metadata: z.optional(MetadataChange),
  payment_behavior: z.optional(z.enum(paymentBehaviors)),
  /** https://docs.stripe.com/changelog/endive/2026-09-30/polymorphic-billing-cycle-anchor */
  billing_cycle_anchor: z.optional(z.strictObject({ type: z.literal("now") })),
  proration_behavior: z.optional(z.enum(["always_invoice", "none"])),
};
type Update = z.infer<z.ZodMiniObject<typeof shape>>;

function requireChangeable({ status }: StoredSubscription): void {
  if (status !== "canceled" && status !== "incomplete_expired") return;
  throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
}

function scheduledEnd(account: Account, subscription: StoredSubscription, update: Update): Partial<StoredSubscription> {
  const { cancel_at, cancel_at_period_end } = update;
  if (cancel_at !== undefined && cancel_at_period_end !== undefined) {
    throw invalidRequest("You cannot set both `cancel_at` and `cancel_at_period_end`.", { param: "cancel_at" });
  }
  if (cancel_at === undefined && cancel_at_period_end === undefined) return {};
  if (!cancel_at_period_end) return cancellationFields(account, subscription, null);
  // A repeated cancellation keeps `canceled_at`.
  if (subscription.cancel_at_period_end) return {};
  const { current_period_end: cancelAt } = itemOf(subscription);
  return cancellationFields(account, subscription, { cancelAt, isPeriodEnd: true });
}

function changeItems(account: Account, subscription: StoredSubscription, update: Update): StoredSubscription {
  const [item, ...others] = update.items ?? [];
  if (!item) return subscription;
  if (others.length > 0 || item.id === undefined) throw notModelled("subscriptions with more than one item", "items");
  if (item.id !== itemOf(subscription).id) {
    throw invalidRequest(`No such subscription_item: '${item.id}'`, { param: "items[0][id]" });
  }
  // The fake does not support Stripe's defaults, `create_prorations` and `allow_incomplete`.
  if (update.proration_behavior !== "always_invoice") throw notModelled("changes billed later", "proration_behavior");
  if (update.payment_behavior === undefined) throw notModelled("changes left unpaid", "payment_behavior");
  const price = requireObject(account, "price", item.price, "items[0][price]");
  return changePlan(account, subscription, price, update.payment_behavior);
}

function moveCycle(account: Account, subscription: StoredSubscription, update: Update): StoredSubscription {
  if (update.billing_cycle_anchor === undefined) return subscription;
  if (update.proration_behavior !== "none") throw notModelled("a moved cycle with prorations", "proration_behavior");
  if (update.payment_behavior !== "error_if_incomplete") throw notModelled("changes left unpaid", "payment_behavior");
  return startPeriodNow(account, subscription);
}

const pendingUpdateFields: ReadonlySet<string> = new Set([
  "items",
  "metadata",
  "payment_behavior",
  "proration_behavior",
]);

/**
 * Stripe allows further parameters:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 * https://docs.stripe.com/changelog/dahlia/2026-05-27/pending-subscription-update-metadata
 */
function requirePendable(update: Update): void {
  if (update.payment_behavior !== "pending_if_incomplete") return;
  const other = Object.entries(update).find(([name, value]) => value !== undefined && !pendingUpdateFields.has(name));
  if (!other) return;
  const message = "When `payment_behavior` is set to `pending_if_incomplete`, you can only pass supported params.";
  throw invalidRequest(message, { param: other[0] });
}

function changeMetadata(account: Account, subscription: StoredSubscription, update: Update): StoredSubscription {
  const { metadata, payment_behavior } = update;
  if (metadata === undefined) return subscription;
  const { pending_update } = subscription;
  const isPending = payment_behavior === "pending_if_incomplete" && pending_update !== null;
  const fields = isPending
    ? { pending_update: { ...pending_update, metadata } }
    : { metadata: changedMetadata(subscription.metadata, metadata) };
  return updateObject(account, subscription, fields, "customer.subscription.updated");
}

const updateSubscription = operation("POST", "/subscriptions/:id", shape, (account, update, id) => {
  const subscription = requireObject(account, "subscription", id);
  requireChangeable(subscription);
  requirePendable(update);
  const scheduled = scheduledEnd(account, subscription, update);
  const changed = updateObject(account, subscription, scheduled, "customer.subscription.updated");
  const moved = moveCycle(account, changeItems(account, changed, update), update);
  return changeMetadata(account, moved, update);
});

const retrieve = operation("GET", "/subscriptions/:id", {}, (account, _, id) =>
  requireObject(account, "subscription", id),
);

const list = listOperation(
  "/subscriptions",
  { customer: z.optional(Text), status: z.optional(z.literal("all")) },
  (account, { customer, status: wanted }) =>
    listForCustomer(account, "subscription", customer).filter(
      ({ status }) => wanted === "all" || status !== "canceled",
    ),
);

const cancel = operation(
  "DELETE",
  "/subscriptions/:id",
  { prorate: z.optional(z.literal("false")) },
  (account, _, id) => {
    const subscription = requireObject(account, "subscription", id);
    if (subscription.ended_at !== null) throw resourceMissing("subscription", id);
    return cancelNow(account, subscription, "cancellation_requested");
  },
);

export const subscriptionOperations = [list, retrieve, updateSubscription, cancel];
