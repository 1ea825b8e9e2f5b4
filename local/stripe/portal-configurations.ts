import * as z from "zod/mini";
import { isOwnPortal, portalMetadata } from "../../domain/customer-portal.ts";
import { type Account, add, change, need } from "./account.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { Bool, changedMetadata, emptyable, MetadataChange, Text } from "./parameters.ts";
import { changedFeatures, FeatureChanges, noFeatures } from "./portal-features.ts";
import type { StoredPortalConfiguration } from "./stored.ts";

const BusinessProfile = z.strictObject({
  headline: z.optional(emptyable(Text)),
  privacy_policy_url: z.optional(emptyable(Text)),
  terms_of_service_url: z.optional(emptyable(Text)),
});
const shared = {
  business_profile: z.optional(BusinessProfile),
  default_return_url: z.optional(emptyable(Text)),
  features: z.optional(FeatureChanges),
  login_page: z.optional(z.strictObject({ enabled: z.literal("false") })),
  metadata: z.optional(MetadataChange),
  name: z.optional(emptyable(Text)),
};

const profileOf = (profile: z.infer<typeof BusinessProfile> = {}) => ({
  headline: profile.headline ?? null,
  privacy_policy_url: profile.privacy_policy_url ?? null,
  terms_of_service_url: profile.terms_of_service_url ?? null,
});

function addConfiguration(account: Account, given: Partial<StoredPortalConfiguration>): StoredPortalConfiguration {
  const configuration: StoredPortalConfiguration = {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: profileOf(),
    created: account.now,
    default_return_url: null,
    features: noFeatures,
    // Stripe's default configuration is made in its dashboard; none that comes by the API is.
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: account.now,
    ...given,
  };
  return add(account, configuration, "billing_portal.configuration.created");
}

/** Makes the product's own configuration, as `npm run stripe:setup` does, if it is missing: plans are changed in the app alone. */
export function ensurePortalConfiguration(account: Account): void {
  if (account.store.list("billing_portal.configuration").some(isOwnPortal)) return;
  const features = changedFeatures(noFeatures, {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
  });
  addConfiguration(account, { features, metadata: portalMetadata });
}

const create = operation(
  "POST",
  "/billing_portal/configurations",
  { ...shared, features: FeatureChanges },
  (account, { business_profile, default_return_url = null, features, metadata, name = null }) =>
    addConfiguration(account, {
      business_profile: profileOf(business_profile),
      default_return_url,
      features: changedFeatures(noFeatures, features),
      metadata: changedMetadata({}, metadata),
      name,
    }),
);

const update = operation(
  "POST",
  "/billing_portal/configurations/:id",
  { ...shared, active: z.optional(Bool) },
  (account, parameters, id) => {
    const present = need(account, "billing_portal.configuration", id);
    const { active = present.active, business_profile, default_return_url, features, metadata, name } = parameters;
    return change(
      account,
      present,
      {
        active,
        business_profile: business_profile ? profileOf(business_profile) : present.business_profile,
        default_return_url: default_return_url === undefined ? present.default_return_url : default_return_url,
        features: changedFeatures(present.features, features),
        metadata: changedMetadata(present.metadata, metadata),
        name: name === undefined ? present.name : name,
        updated: account.now,
      },
      "billing_portal.configuration.updated",
    );
  },
);

const retrieve = operation("GET", "/billing_portal/configurations/:id", {}, (account, _, id) =>
  need(account, "billing_portal.configuration", id),
);

const list = listOperation(
  "/billing_portal/configurations",
  { active: z.optional(Bool), is_default: z.optional(Bool) },
  (account, { active, is_default }) =>
    account.store
      .list("billing_portal.configuration")
      .filter(
        (one) =>
          (active === undefined || one.active === active) &&
          (is_default === undefined || one.is_default === is_default),
      ),
);

export const portalConfigurationOperations = [create, list, retrieve, update];
