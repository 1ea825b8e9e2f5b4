import * as z from "zod/mini";
import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import { newId, type StoredPortalConfiguration } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Bool, changedMetadata, MetadataChange, Text } from "../protocol/parameters.ts";

type Features = StoredPortalConfiguration["features"];

const EnabledFlag = z.strictObject({ enabled: Bool });
/** The fake's portal does not support a change of the plan. */
const FeatureChanges = z.strictObject({
  invoice_history: z.optional(EnabledFlag),
  payment_method_update: z.optional(EnabledFlag),
  subscription_cancel: z.optional(
    z.strictObject({ enabled: z.optional(Bool), mode: z.optional(z.literal("at_period_end")) }),
  ),
  subscription_update: z.optional(
    z.strictObject({
      enabled: z.optional(z.literal("false")),
      trial_update_behavior: z.optional(z.enum(["continue_trial", "end_trial"])),
    }),
  ),
});
type FeatureChanges = z.infer<typeof FeatureChanges>;

const noFeatures: Features = {
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

function mergeFeatures(present: Features, changes: FeatureChanges = {}): Features {
  const { subscription_cancel: cancel, subscription_update: update } = present;
  return {
    ...present,
    invoice_history: changes.invoice_history ?? present.invoice_history,
    payment_method_update: { ...present.payment_method_update, ...changes.payment_method_update },
    subscription_cancel: { ...cancel, enabled: changes.subscription_cancel?.enabled ?? cancel.enabled },
    subscription_update: {
      ...update,
      trial_update_behavior: changes.subscription_update?.trial_update_behavior ?? update.trial_update_behavior,
    },
  };
}

function addConfiguration(account: Account, given: Partial<StoredPortalConfiguration>): StoredPortalConfiguration {
  const configuration: StoredPortalConfiguration = {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: account.now,
    default_return_url: null,
    features: noFeatures,
    // Stripe's API has no parameter that sets this field.
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: account.now,
    ...given,
  };
  return addObject(account, configuration, "billing_portal.configuration.created");
}

export function ensurePortalConfiguration(account: Account, metadata: Readonly<Record<string, string>>): void {
  const isIt = (one: StoredPortalConfiguration) =>
    Object.entries(metadata).every(([key, value]) => one.metadata[key] === value);
  if (account.store.list("billing_portal.configuration").some(isIt)) return;
  const features = mergeFeatures(noFeatures, {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
  });
  addConfiguration(account, { features, metadata: { ...metadata } });
}

const create = operation(
  "POST",
  "/billing_portal/configurations",
  { default_return_url: z.optional(Text), features: FeatureChanges, metadata: z.optional(MetadataChange) },
  (account, { default_return_url = null, features, metadata }) =>
    addConfiguration(account, {
      default_return_url,
      features: mergeFeatures(noFeatures, features),
      metadata: changedMetadata({}, metadata),
    }),
);

const update = operation(
  "POST",
  "/billing_portal/configurations/:id",
  { active: z.optional(Bool), default_return_url: z.optional(Text), features: z.optional(FeatureChanges) },
  (account, parameters, id) => {
    const present = requireObject(account, "billing_portal.configuration", id);
    const { active = present.active, default_return_url = present.default_return_url } = parameters;
    const features = mergeFeatures(present.features, parameters.features);
    const fields = { active, default_return_url, features, updated: account.now };
    return updateObject(account, present, fields, "billing_portal.configuration.updated");
  },
);

const list = listOperation("/billing_portal/configurations", { active: z.optional(Bool) }, (account, { active }) =>
  account.store.list("billing_portal.configuration").filter((one) => active === undefined || one.active === active),
);

export const portalConfigurationOperations = [create, list, update];
