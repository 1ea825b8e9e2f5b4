import * as z from "zod/mini";
import { Bool, emptyable, listOf, Text } from "./parameters.ts";
import type { StoredPortalConfiguration } from "./stored.ts";

type Features = StoredPortalConfiguration["features"];

const Products = listOf(
  z.strictObject({
    product: Text,
    prices: listOf(Text),
    adjustable_quantity: z.optional(z.strictObject({ enabled: z.literal("false") })),
  }),
);
/** What customers may do on the portal, as far as a request says. */
export const FeatureChanges = z.strictObject({
  customer_update: z.optional(
    z.strictObject({ enabled: z.optional(Bool), allowed_updates: z.optional(emptyable(listOf(Text))) }),
  ),
  invoice_history: z.optional(z.strictObject({ enabled: Bool })),
  payment_method_update: z.optional(z.strictObject({ enabled: Bool })),
  subscription_cancel: z.optional(
    z.strictObject({
      enabled: z.optional(Bool),
      mode: z.optional(z.enum(["at_period_end", "immediately"])),
      proration_behavior: z.optional(z.enum(["none"])),
      cancellation_reason: z.optional(
        z.strictObject({ enabled: z.optional(Bool), options: z.optional(emptyable(listOf(Text))) }),
      ),
    }),
  ),
  subscription_update: z.optional(
    z.strictObject({
      enabled: z.optional(Bool),
      default_allowed_updates: z.optional(emptyable(listOf(z.enum(["price", "promotion_code", "quantity"])))),
      products: z.optional(emptyable(Products)),
      proration_behavior: z.optional(z.enum(["always_invoice", "create_prorations", "none"])),
      trial_update_behavior: z.optional(z.enum(["continue_trial", "end_trial"])),
    }),
  ),
});
export type FeatureChanges = z.infer<typeof FeatureChanges>;

/** Nothing may be done. */
export const noFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: "at_period_end",
    proration_behavior: "none",
  },
  subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: "unchanged",
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: "none",
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: "end_trial",
  },
};

function productsOf(given: z.infer<typeof Products>) {
  const adjustable_quantity = { enabled: false, maximum: null, minimum: 1 };
  return given.map(({ product, prices }) => ({ product, prices, adjustable_quantity }));
}

/** Features with a request applied to them. */
export function changedFeatures(present: Features, changes: FeatureChanges | undefined): Features {
  if (!changes) return present;
  const { customer_update: customer, subscription_cancel: cancel, subscription_update: update } = changes;
  const { subscription_cancel: oldCancel, subscription_update: oldUpdate, customer_update: oldCustomer } = present;
  return {
    ...present,
    customer_update: {
      allowed_updates: customer?.allowed_updates ?? oldCustomer.allowed_updates,
      enabled: customer?.enabled ?? oldCustomer.enabled,
    },
    invoice_history: changes.invoice_history ?? present.invoice_history,
    payment_method_update: { ...present.payment_method_update, ...changes.payment_method_update },
    subscription_cancel: {
      ...oldCancel,
      cancellation_reason: {
        ...oldCancel.cancellation_reason,
        enabled: cancel?.cancellation_reason?.enabled ?? oldCancel.cancellation_reason.enabled,
        options: cancel?.cancellation_reason?.options ?? oldCancel.cancellation_reason.options,
      },
      enabled: cancel?.enabled ?? oldCancel.enabled,
      mode: cancel?.mode ?? oldCancel.mode,
    },
    subscription_update: {
      ...oldUpdate,
      enabled: update?.enabled ?? oldUpdate.enabled,
      default_allowed_updates: update?.default_allowed_updates ?? oldUpdate.default_allowed_updates,
      products: update?.products ? productsOf(update.products) : (oldUpdate.products ?? []),
      proration_behavior: update?.proration_behavior ?? oldUpdate.proration_behavior,
      trial_update_behavior: update?.trial_update_behavior ?? oldUpdate.trial_update_behavior,
    },
  };
}
