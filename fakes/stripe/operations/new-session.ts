import * as z from "zod/mini";
import { type Account, addObject, requireObject } from "../account/account.ts";
import { invalidRequest, notModelled } from "../account/failure.ts";
import { newId, type StoredLineItem, type StoredSession } from "../account/stored.ts";
import { createSessionDefaults } from "../billing/session-shape.ts";
import { operation } from "../protocol/operation.ts";
import { Int, listOf, MetadataChange, Text } from "../protocol/parameters.ts";
import { requireCustomer } from "./customers.ts";

const LineItem = z.strictObject({ price: Text, quantity: z.optional(z.literal("1")) });
const Address = z.url({ protocol: /^https?$/ });

const shape = {
  mode: z.enum(["payment", "subscription"]),
  customer: Text,
  line_items: listOf(LineItem),
  success_url: Address,
  cancel_url: z.optional(Address),
  client_reference_id: z.optional(z.string().check(z.maxLength(200))),
  metadata: z.optional(MetadataChange),
  payment_intent_data: z.optional(z.strictObject({ metadata: z.optional(MetadataChange) })),
  subscription_data: z.optional(z.strictObject({ metadata: z.optional(MetadataChange), trial_end: z.optional(Int) })),
};
type Parameters = z.infer<z.ZodMiniObject<typeof shape>>;

const daySeconds = 86_400;
const shortestTrialSeconds = 2 * daySeconds;

function trialEnd({ now }: Account, { subscription_data: data }: Parameters): number | null {
  if (data?.trial_end === undefined) return null;
  if (data.trial_end >= now + shortestTrialSeconds) return data.trial_end;
  throw invalidRequest("The `trial_end` date has to be at least 2 days in the future.", {
    param: "subscription_data[trial_end]",
  });
}

function lineItem(account: Account, { price: id }: z.infer<typeof LineItem>, at: number): StoredLineItem {
  const param = `line_items[${at}][price]`;
  const price = requireObject(account, "price", id, param);
  if (!price.active) throw invalidRequest("The price specified is inactive.", { param });
  const amount = price.unit_amount;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: requireObject(account, "product", price.product).name,
    metadata: {},
    price,
    quantity: 1,
  };
}

function requireFittingPrices(mode: Parameters["mode"], lineItems: readonly StoredLineItem[]): void {
  const recurring = lineItems.filter(({ price }) => price.recurring);
  if (lineItems.length === 0) throw invalidRequest("Missing required param: line_items.", { param: "line_items" });
  if (mode === "payment" && recurring.length > 0) {
    const message =
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.";
    throw invalidRequest(message, { param: "mode" });
  }
  if (mode === "subscription" && recurring.length === 0) {
    const message = "You must provide at least one recurring price in `subscription` mode when using prices.";
    throw invalidRequest(message, { param: "mode" });
  }
  if (mode === "subscription" && lineItems.length > 1) throw notModelled("subscriptions with more than one item");
  if (new Set(lineItems.map(({ currency }) => currency)).size > 1) {
    throw invalidRequest("All prices must have the same currency.", { param: "line_items" });
  }
}

function requireFittingData({ mode, payment_intent_data, subscription_data }: Parameters): void {
  if (mode === "subscription" && payment_intent_data) {
    throw invalidRequest("You can not pass `payment_intent_data` in `subscription` mode.", {
      param: "payment_intent_data",
    });
  }
  if (mode === "payment" && subscription_data) {
    throw invalidRequest("You can not pass `subscription_data` in `payment` mode.", { param: "subscription_data" });
  }
}

export const createSession = operation("POST", "/checkout/sessions", shape, (account, parameters) => {
  const customer = requireCustomer(account, parameters.customer, "customer");
  requireFittingData(parameters);
  const lineItems = parameters.line_items.map((item, at) => lineItem(account, item, at));
  requireFittingPrices(parameters.mode, lineItems);
  const trial = trialEnd(account, parameters);
  const total = trial === null ? lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0) : 0;
  const id = newId("cs_test");
  const session: StoredSession = {
    ...createSessionDefaults(),
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    created: account.now,
    currency: lineItems[0]?.currency ?? "usd",
    customer: customer.id,
    expires_at: account.now + daySeconds,
    metadata: parameters.metadata ?? {},
    mode: parameters.mode,
    success_url: parameters.success_url,
    url: `${account.origin}/c/pay/${id}`,
    local: {
      lineItems,
      subscription: { metadata: parameters.subscription_data?.metadata ?? {}, trialEnd: trial },
      payment: { metadata: parameters.payment_intent_data?.metadata ?? {} },
    },
  };
  return addObject(account, session);
});
