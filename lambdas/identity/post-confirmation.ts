import * as z from "zod/mini";
import { fullNameOrEmpty } from "../../domain/accounts/full-name.ts";
import { ownershipAttribute } from "../../domain/accounts/password.ts";
import { ownerSetPassword } from "../accounts/password-ownership.ts";
import type { UserDirectory } from "../accounts/user-directory.ts";
import { onEvent } from "../on-event.ts";
import { type EventBus, publishOrLog } from "../runtime/event-bus.ts";
import { addLogFields, countMetric } from "../runtime/log.ts";
import { bus, closedAccounts, connections, directoryOf, profiles } from "../services.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";
import type { ConnectionStore } from "../store/connections.ts";
import type { ProfileStore } from "../store/profiles.ts";

/** Cognito's post-confirmation trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html */
const PostConfirmation = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  userName: z.string(),
  request: z.looseObject({
    userAttributes: z.looseObject({
      sub: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      [ownershipAttribute]: z.optional(z.string()),
    }),
    // Sent by `confirm-email`.
    clientMetadata: z.optional(
      z.looseObject({
        full_name: z.optional(z.string()),
        password_owed: z.optional(z.string().check(z.regex(/^owed:[\w-]{1,64}:[\w-]{1,64}$/))),
      }),
    ),
  }),
});

type Event = z.output<typeof PostConfirmation>;
type Services = {
  bus: EventBus;
  profiles: Pick<ProfileStore, "createIfMissing">;
  closedAccounts: Pick<ClosedAccountStore, "stateOf">;
  connections: Pick<ConnectionStore, "listOf" | "remove">;
  directoryOf: (userPoolId: string) => Pick<UserDirectory, "signOutEverywhere" | "notePasswordOwner">;
};

/**
 * Removes the rows of connections, because a connection without a row receives no events. The handler of
 * `SessionsEnded` closes the connections. This trigger cannot close them, because the user pool is created before the
 * WebSocket API.
 */
async function removeConnections(userId: string, { connections, bus }: Services): Promise<void> {
  const open = await connections.listOf(userId);
  await Promise.all(open.map((connection) => connections.remove(connection)));
  const connectionIds = open.map(({ connection_id }) => connection_id);
  if (connectionIds.length > 0) await publishOrLog(bus, { type: "SessionsEnded", userId, connectionIds });
}

/** Stores a hash that identifies a retry of `confirm-email`, in case setting the password fails. */
async function savePasswordClaim({ request, userPoolId, userName }: Event, { directoryOf }: Services): Promise<void> {
  const owed = request.clientMetadata?.password_owed;
  if (owed !== undefined) await directoryOf(userPoolId).notePasswordOwner(userName, owed);
}

/** Only the owner of the email has the code, so the password sent with the code is the owner's. */
async function saveOwnerSetPassword(
  { request, userPoolId, userName }: Event,
  { directoryOf }: Services,
): Promise<void> {
  if (request.userAttributes[ownershipAttribute] === ownerSetPassword) return;
  await directoryOf(userPoolId).notePasswordOwner(userName, ownerSetPassword);
}

/**
 * A password reset ends the learner's sessions, because another person may know the old password or have stolen a
 * token.
 */
export async function onConfirmed(event: Event, services: Services) {
  const { profiles, closedAccounts, directoryOf } = services;
  const { userAttributes, clientMetadata } = event.request;
  addLogFields({ userId: userAttributes.sub });
  switch (event.triggerSource) {
    case "PostConfirmation_ConfirmSignUp": {
      await savePasswordClaim(event, services);
      const { sub, email } = userAttributes;
      const name = clientMetadata?.full_name ?? userAttributes.name;
      // Cognito repeats a call whose response was too late. By then, the account may already be deleted.
      if (await closedAccounts.stateOf(sub)) break;
      await profiles.createIfMissing({ id: sub, full_name: fullNameOrEmpty(name), email, language_preference: null });
      countMetric("SignUps");
      break;
    }
    case "PostConfirmation_ConfirmForgotPassword":
      await directoryOf(event.userPoolId).signOutEverywhere(event.userName);
      await saveOwnerSetPassword(event, services);
      await removeConnections(userAttributes.sub, services);
      break;
  }
  return event;
}

export const handler = onEvent("post-confirmation", PostConfirmation, onConfirmed, {
  bus,
  closedAccounts,
  connections,
  directoryOf,
  profiles,
});
