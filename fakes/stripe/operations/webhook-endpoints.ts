import * as z from "zod/mini";
import { addObject, requireObject, updateObject } from "../account/account.ts";
import { newId, type StoredWebhookEndpoint } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Bool, listOf } from "../protocol/parameters.ts";

/** The version may differ from the fake's, because the fake sends nothing to these endpoints. */
const ApiVersion = z.string().check(z.regex(/^20\d\d-\d\d-\d\d(\.[a-z]+)?$/));
const EventTypes = listOf(z.string().check(z.regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/))).check(z.minLength(1));
const create = operation(
  "POST",
  "/webhook_endpoints",
  { url: z.url(), enabled_events: EventTypes, api_version: z.optional(ApiVersion) },
  (account, { url, enabled_events, api_version = null }) => {
    const endpoint: StoredWebhookEndpoint = {
      id: newId("we"),
      object: "webhook_endpoint",
      api_version,
      application: null,
      created: account.now,
      description: null,
      enabled_events,
      livemode: false,
      metadata: {},
      status: "enabled",
      url,
    };
    return { ...addObject(account, endpoint), secret: newId("whsec") };
  },
);

const updatable = { enabled_events: z.optional(EventTypes), disabled: z.optional(Bool) };
const update = operation("POST", "/webhook_endpoints/:id", updatable, (account, parameters, id) => {
  const present = requireObject(account, "webhook_endpoint", id);
  const { enabled_events = present.enabled_events, disabled = present.status === "disabled" } = parameters;
  return updateObject(account, present, { enabled_events, status: disabled ? "disabled" : "enabled" });
});

const list = listOperation("/webhook_endpoints", {}, (account) => account.store.list("webhook_endpoint"));

export const webhookEndpointOperations = [create, list, update];
