import * as z from "zod/mini";
import { add, change, need } from "./account.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { Bool, changedMetadata, emptyable, listOf, MetadataChange, Text } from "./parameters.ts";
import type { StoredWebhookEndpoint } from "./stored.ts";

/** Endpoints may be of any version; they are kept, and told nothing. */
const ApiVersion = z.string().check(z.regex(/^20\d\d-\d\d-\d\d(\.[a-z]+)?$/));
const EventTypes = listOf(z.string().check(z.regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/))).check(z.minLength(1));
const shared = {
  description: z.optional(emptyable(Text)),
  metadata: z.optional(MetadataChange),
};

const create = operation(
  "POST",
  "/webhook_endpoints",
  { ...shared, url: z.url(), enabled_events: EventTypes, api_version: z.optional(ApiVersion) },
  (account, { url, enabled_events, api_version = null, description = null, metadata }) => {
    const endpoint: StoredWebhookEndpoint = {
      id: newId("we"),
      object: "webhook_endpoint",
      api_version,
      application: null,
      created: account.now,
      description,
      enabled_events,
      livemode: false,
      metadata: changedMetadata({}, metadata),
      status: "enabled",
      url,
    };
    return { ...add(account, endpoint), secret: newId("whsec") };
  },
);

const retrieve = operation("GET", "/webhook_endpoints/:id", {}, (account, _, id) =>
  need(account, "webhook_endpoint", id),
);

const updatable = {
  ...shared,
  url: z.optional(z.url()),
  enabled_events: z.optional(EventTypes),
  disabled: z.optional(Bool),
};
const update = operation("POST", "/webhook_endpoints/:id", updatable, (account, parameters, id) => {
  const present = need(account, "webhook_endpoint", id);
  const { url = present.url, enabled_events = present.enabled_events, disabled, description, metadata } = parameters;
  return change(account, present, {
    url,
    enabled_events,
    status: disabled === undefined ? present.status : disabled ? "disabled" : "enabled",
    description: description === undefined ? present.description : description,
    metadata: changedMetadata(present.metadata, metadata),
  });
});

const list = listOperation("/webhook_endpoints", {}, (account) => account.store.list("webhook_endpoint"));

export const webhookEndpointOperations = [create, list, retrieve, update];
