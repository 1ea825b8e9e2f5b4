import * as z from "zod/mini";
import { type Account, addObject, requireObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { newId, type StoredPortalConfiguration, type StoredPortalSession } from "../account/stored.ts";
import { operation } from "../protocol/operation.ts";
import { Text } from "../protocol/parameters.ts";
import { requireCustomer } from "./customers.ts";

function configurationOf(account: Account, id: string | undefined): StoredPortalConfiguration {
  const all = account.store.list("billing_portal.configuration");
  const configuration =
    id === undefined
      ? all.find(({ is_default }) => is_default)
      : requireObject(account, "billing_portal.configuration", id, "configuration");
  if (configuration?.active) return configuration;
  throw invalidRequest("No configuration provided and your test mode default configuration has not been created.");
}

const create = operation(
  "POST",
  "/billing_portal/sessions",
  {
    customer: Text,
    configuration: z.optional(Text),
    return_url: z.optional(z.url({ protocol: /^https?$/ })),
  },
  (account, { customer, configuration: asked, return_url }) => {
    requireCustomer(account, customer, "customer");
    const configuration = configurationOf(account, asked);
    const id = newId("bps");
    const session: StoredPortalSession = {
      id,
      object: "billing_portal.session",
      configuration: configuration.id,
      created: account.now,
      customer,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: return_url ?? configuration.default_return_url,
      url: `${account.origin}/p/session/${id}`,
    };
    return addObject(account, session, "billing_portal.session.created");
  },
);

export const portalSessionOperations = [create];
