import * as z from "zod/mini";
import { need, ofCustomer } from "./account.ts";
import { expireSession } from "./expire-session.ts";
import { invalidRequest } from "./failure.ts";
import { createSession } from "./new-session.ts";
import { listOperation, operation } from "./operation.ts";
import { Text } from "./parameters.ts";

const retrieve = operation("GET", "/checkout/sessions/:id", {}, (account, _, id) =>
  need(account, "checkout.session", id),
);

const filters = {
  customer: z.optional(Text),
  payment_intent: z.optional(Text),
  status: z.optional(z.enum(["complete", "expired", "open"])),
  subscription: z.optional(Text),
};
const list = listOperation("/checkout/sessions", filters, (account, { customer, ...wanted }) =>
  ofCustomer(account, "checkout.session", customer).filter(
    (session) =>
      (wanted.payment_intent === undefined || session.payment_intent === wanted.payment_intent) &&
      (wanted.status === undefined || session.status === wanted.status) &&
      (wanted.subscription === undefined || session.subscription === wanted.subscription),
  ),
);

const listLineItems = {
  ...listOperation("/checkout/sessions/:id/line_items", {}, () => []),
  run: ({ account, id }: { account: Parameters<typeof need>[0]; id: string }) => ({
    object: "list",
    url: `/v1/checkout/sessions/${id}/line_items`,
    has_more: false,
    data: need(account, "checkout.session", id).local.lineItems,
  }),
};

const expire = operation("POST", "/checkout/sessions/:id/expire", {}, (account, _, id) => {
  const session = need(account, "checkout.session", id);
  if (session.status !== "open") {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
    throw invalidRequest(message);
  }
  return expireSession(account, session);
});

export const sessionOperations = [createSession, list, retrieve, listLineItems, expire];
