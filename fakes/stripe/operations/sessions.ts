import * as z from "zod/mini";
import { listForCustomer, requireObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { expireSession } from "../billing/pay-session.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Text } from "../protocol/parameters.ts";
import { createSession } from "./new-session.ts";

const retrieve = operation("GET", "/checkout/sessions/:id", {}, (account, _, id) =>
  requireObject(account, "checkout.session", id),
);

const filters = {
  customer: z.optional(Text),
  status: z.optional(z.enum(["complete", "expired", "open"])),
};
const list = listOperation("/checkout/sessions", filters, (account, { customer, status }) =>
  listForCustomer(account, "checkout.session", customer).filter(
    (session) => status === undefined || session.status === status,
  ),
);

const expire = operation("POST", "/checkout/sessions/:id/expire", {}, (account, _, id) => {
  const session = requireObject(account, "checkout.session", id);
  if (session.status !== "open") {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
    throw invalidRequest(message);
  }
  return expireSession(account, session);
});

export const sessionOperations = [createSession, list, retrieve, expire];
