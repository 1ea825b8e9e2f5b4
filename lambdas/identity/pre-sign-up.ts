import * as z from "zod/mini";
import { canaryEmail } from "../../domain/accounts/canary-account.ts";
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
      // Required, because an account without an email cannot be checked.
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
 * The creator of an unconfirmed account never proved to own the email. The name is not checked, because Google allows
 * any text.
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
  // A stranger could take the canary's address before the canary's first run.
  if (event.triggerSource === "PreSignUp_SignUp" && emailOf(event) === canaryEmail) {
    throw new Refusal("bad_request", "This address is reserved");
  }
  const { name } = event.request.userAttributes;
  const problem = name === undefined ? null : fullNameProblem(name);
  if (problem !== null) throw new Refusal("bad_request", problem);
  const accounts = await directory.accountsOf(emailOf(event));
  if (accounts.some(({ provider }) => provider === "google")) {
    throw new Refusal("other_provider", conflictCodes.google);
  }
}

/**
 * Cognito itself refuses a second account with the same email and a password, and recognises returning Google users.
 * Why: docs/decisions/0035-one-email-one-provider.md
 * @throws Refusal "other_provider" with one of `conflictCodes` as its message; "bad_request"
 */
export async function beforeSignUp(event: Event, services: { directoryOf: (userPoolId: string) => Directory }) {
  // The pool is created after its triggers, so the settings of a trigger cannot name the pool.
  const directory = services.directoryOf(event.userPoolId);
  await (event.triggerSource === "PreSignUp_ExternalProvider" ? checkExternalSignUp : checkPasswordSignUp)(
    event,
    directory,
  );
  return event;
}

const Trigger = z.union([PreAuthentication, PreSignUp]);

/** One function serves both triggers. The alarms of a second function would be too expensive for a small stage. */
async function handleTrigger(event: z.output<typeof Trigger>, services: Parameters<typeof beforeSignUp>[1]) {
  return event.triggerSource === "PreAuthentication_Authentication"
    ? beforeLogIn(event)
    : beforeSignUp(event, services);
}

export const handler = onEvent("pre-sign-up", Trigger, handleTrigger, { directoryOf });
