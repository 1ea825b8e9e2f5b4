import * as z from "zod/mini";
import { type Account, change, need } from "./account.ts";
import { cancellationFields } from "./cancel-subscription.ts";
import { changePlan, paymentBehaviors, prorationBehaviors } from "./change-plan.ts";
import { invalidRequest, notModelled } from "./failure.ts";
import { operation } from "./operation.ts";
import { Bool, changedMetadata, emptyable, Int, listOf, MetadataChange, Positive, Text } from "./parameters.ts";
import { itemOf, type StoredSubscription } from "./stored.ts";

export const CancellationDetails = z.strictObject({
  comment: z.optional(emptyable(Text)),
  feedback: z.optional(emptyable(Text)),
});
const Pause = z.strictObject({
  behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
  resumes_at: z.optional(Int),
});
const Item = z.strictObject({ id: z.optional(Text), price: z.optional(Text), quantity: z.optional(Positive) });

const shape = {
  billing_cycle_anchor: z.optional(z.literal("unchanged")),
  cancel_at: z.optional(emptyable(z.union([z.enum(["max_period_end", "min_period_end"]), Int]))),
  cancel_at_period_end: z.optional(Bool),
  cancellation_details: z.optional(CancellationDetails),
  default_payment_method: z.optional(Text),
  description: z.optional(emptyable(Text)),
  items: z.optional(listOf(Item)),
  metadata: z.optional(MetadataChange),
  off_session: z.optional(Bool),
  pause_collection: z.optional(emptyable(Pause)),
  payment_behavior: z.optional(z.enum(paymentBehaviors)),
  proration_behavior: z.optional(z.enum(prorationBehaviors)),
};
type Update = z.infer<z.ZodMiniObject<typeof shape>>;

function requireChangeable({ status }: StoredSubscription, update: Update): void {
  if (status !== "canceled" && status !== "incomplete_expired") return;
  const { cancellation_details: _, metadata: __, ...rest } = update;
  if (Object.values(rest).every((value) => value === undefined)) return;
  throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
}

function scheduledEnd(account: Account, subscription: StoredSubscription, update: Update): Partial<StoredSubscription> {
  const { cancel_at, cancel_at_period_end } = update;
  const { current_period_end: periodEnd } = itemOf(subscription);
  if (cancel_at !== undefined && cancel_at_period_end !== undefined) {
    throw invalidRequest("You cannot set both `cancel_at` and `cancel_at_period_end`.", { param: "cancel_at" });
  }
  if (cancel_at_period_end !== undefined) {
    // Asking once more for what is so already changes nothing, its time of request included.
    if (cancel_at_period_end === subscription.cancel_at_period_end) {
      return cancel_at_period_end ? {} : cancellationFields(account, subscription, null);
    }
    const schedule = cancel_at_period_end ? { cancelAt: periodEnd, isPeriodEnd: true } : null;
    return cancellationFields(account, subscription, schedule);
  }
  if (cancel_at === undefined) return {};
  if (cancel_at === null) return cancellationFields(account, subscription, null);
  const cancelAt = typeof cancel_at === "number" ? cancel_at : periodEnd;
  if (cancelAt <= account.now) throw invalidRequest("`cancel_at` must be in the future.", { param: "cancel_at" });
  return cancellationFields(account, subscription, { cancelAt, isPeriodEnd: false });
}

function plainFields(account: Account, subscription: StoredSubscription, update: Update): Partial<StoredSubscription> {
  const { default_payment_method: method, description, metadata, pause_collection: pause } = update;
  if (method !== undefined) {
    const { customer } = need(account, "payment_method", method, "default_payment_method");
    if (customer !== subscription.customer) {
      throw invalidRequest("The customer does not have the payment method.", { param: "default_payment_method" });
    }
  }
  return {
    metadata: changedMetadata(subscription.metadata, metadata),
    ...(method === undefined ? {} : { default_payment_method: method }),
    ...(description === undefined ? {} : { description }),
    ...(pause === undefined
      ? {}
      : { pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }),
  };
}

function withDetails(fields: Partial<StoredSubscription>, subscription: StoredSubscription, update: Update) {
  const given = update.cancellation_details;
  if (!given) return fields;
  const present = fields.cancellation_details ?? subscription.cancellation_details;
  const details = { reason: null, feedback_option: null, ...present };
  return {
    ...fields,
    cancellation_details: {
      ...details,
      comment: given.comment ?? present?.comment ?? null,
      feedback: given.feedback ?? present?.feedback ?? null,
    },
  };
}

function changeItems(account: Account, subscription: StoredSubscription, update: Update): StoredSubscription {
  const [item, ...others] = update.items ?? [];
  if (!item) return subscription;
  const present = itemOf(subscription);
  if (others.length > 0 || item.id === undefined) throw notModelled("subscriptions with more than one item", "items");
  if (item.id !== present.id)
    throw invalidRequest(`No such subscription_item: '${item.id}'`, { param: "items[0][id]" });
  return changePlan(account, subscription, {
    price: item.price === undefined ? present.price : need(account, "price", item.price, "items[0][price]"),
    quantity: item.quantity ?? present.quantity ?? 1,
    prorationBehavior: update.proration_behavior ?? "create_prorations",
    paymentBehavior: update.payment_behavior ?? "allow_incomplete",
  });
}

const pendable: ReadonlySet<string> = new Set(["items", "off_session", "payment_behavior", "proration_behavior"]);

/** https://docs.stripe.com/billing/subscriptions/pending-updates-reference names what a pending update may say. */
function requirePendable(update: Update): void {
  if (update.payment_behavior !== "pending_if_incomplete") return;
  const other = Object.entries(update).find(([name, value]) => value !== undefined && !pendable.has(name));
  if (!other) return;
  const message = "When `payment_behavior` is set to `pending_if_incomplete`, you can only pass supported params.";
  throw invalidRequest(message, { param: other[0] });
}

export const updateSubscription = operation("POST", "/subscriptions/:id", shape, (account, update, id) => {
  const subscription = need(account, "subscription", id);
  requireChangeable(subscription, update);
  requirePendable(update);
  const scheduled = scheduledEnd(account, subscription, update);
  const fields = { ...plainFields(account, subscription, update), ...scheduled };
  const changed = change(
    account,
    subscription,
    withDetails(fields, subscription, update),
    "customer.subscription.updated",
  );
  return changeItems(account, changed, update);
});
