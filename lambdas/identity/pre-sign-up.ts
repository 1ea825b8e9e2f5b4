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
 * Checks a first log-in through Google. Refuses the log-in if a confirmed account with a password has the same email.
 * If such an account is unconfirmed, its creator never proved to own the email. So the account is removed if Google has
 * verified the email; otherwise the log-in is refused too. The name is not checked, because Google allows any text.
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
  // Reserves the canary's email address. Otherwise a stranger could take it before the canary's first run.
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
 * Refuses an account if the other provider already has its email (except the unconfirmed accounts that
 * `checkExternalSignUp` removes). Also refuses a sign-up with a password if the name is not valid. Cognito itself
 * refuses a second account with a password, and recognises returning Google users.
 * Why: docs/decisions/0035-one-email-one-provider.md
 * @throws Refusal "other_provider" with one of `conflictCodes` as its message; "bad_request"
 */
export async function beforeSignUp(event: Event, services: { directoryOf: (userPoolId: string) => Directory }) {
  // The id comes from the event, because the pool is created after its triggers, so their settings cannot name it.
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
