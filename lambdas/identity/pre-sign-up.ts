import * as z from "zod/mini";
import { fullNameProblem } from "../../domain/accounts/full-name.ts";
import { conflictCodes } from "../../domain/accounts/trigger-refusals.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { beforeLogIn, PreAuthentication } from "../accounts/before-log-in.ts";
import type { UserDirectory } from "../accounts/user-directory.ts";
import { onEvent } from "../on-event.ts";
import { directoryOf } from "../services.ts";

/** Cognito's pre-sign-up trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html */
const PreSignUp = z.looseObject({
  triggerSource: z.enum(["PreSignUp_SignUp", "PreSignUp_AdminCreateUser", "PreSignUp_ExternalProvider"]),
  userPoolId: z.string(),
  request: z.looseObject({
    userAttributes: z.looseObject({
      // Without an e-mail there is nothing to check the account by, so it is not created.
      email: z.string(),
      email_verified: z.optional(z.string()),
      name: z.optional(z.string()),
    }),
  }),
});

type Event = z.output<typeof PreSignUp>;
type Directory = Pick<UserDirectory, "accountsOf" | "removeUnconfirmed">;

const emailOf = ({ request }: Event) => request.userAttributes.email.trim().toLowerCase();

/**
 * Somebody comes through an outside provider for the first time, who may hand over any name. An account that nobody has
 * confirmed gives way to them if the provider has verified the e-mail: its maker never showed that the e-mail is theirs.
 */
async function checkExternalSignUp(event: Event, directory: Directory): Promise<void> {
  const accounts = await directory.accountsOf(emailOf(event));
  const withPassword = accounts.filter(({ provider }) => provider === "email");
  const verified = event.request.userAttributes.email_verified?.toLowerCase() === "true";
  if (withPassword.some(({ confirmed }) => confirmed || !verified)) {
    throw new Refusal("other_provider", conflictCodes.email);
  }
  for (const { username } of withPassword) await directory.removeUnconfirmed(username);
}

async function checkPasswordSignUp(event: Event, directory: Directory): Promise<void> {
  const { name } = event.request.userAttributes;
  const problem = name === undefined ? null : fullNameProblem(name);
  if (problem !== null) throw new Refusal("bad_request", problem);
  const accounts = await directory.accountsOf(emailOf(event));
  if (accounts.some(({ provider }) => provider === "google")) {
    throw new Refusal("other_provider", conflictCodes.google);
  }
}

/**
 * Lets an account be made unless its e-mail has one that signs in through the other provider, or its name is none that a
 * learner may have. Cognito itself refuses a second account with a password, and knows by itself who came through Google
 * before.
 * Why: docs/decisions/0035-one-email-one-provider.md
 * @throws Refusal "other_provider" with one of `conflictCodes` as its message; "bad_request"
 */
export async function beforeSignUp(event: Event, services: { directoryOf: (userPoolId: string) => Directory }) {
  // The pool is named by the event: it is made after its triggers, so their settings cannot name it.
  const directory = services.directoryOf(event.userPoolId);
  await (event.triggerSource === "PreSignUp_ExternalProvider" ? checkExternalSignUp : checkPasswordSignUp)(
    event,
    directory,
  );
  return event;
}

const Trigger = z.union([PreAuthentication, PreSignUp]);

/** One function serves both triggers: a second one would need alarms of its own, which a small stage cannot afford. */
async function handleTrigger(event: z.output<typeof Trigger>, services: Parameters<typeof beforeSignUp>[1]) {
  return event.triggerSource === "PreAuthentication_Authentication"
    ? beforeLogIn(event)
    : beforeSignUp(event, services);
}

export const handler = onEvent("pre-sign-up", Trigger, handleTrigger, { directoryOf });
