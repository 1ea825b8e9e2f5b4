import * as z from "zod/mini";
import { conflictCodes } from "../../domain/account-conflict.ts";
import { Refusal } from "../../domain/refusal.ts";
import { onEvent } from "../on-event.ts";
import { directoryOf } from "../services.ts";
import type { UserDirectory } from "../user-directory.ts";

/** Cognito's pre-sign-up trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html */
const PreSignUp = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  // An account whose e-mail is not told cannot be checked, and is not made.
  request: z.looseObject({ userAttributes: z.looseObject({ email: z.string() }) }),
});

/**
 * Lets an account be made unless its e-mail has one that signs in through the other provider. Cognito itself refuses a
 * second account with a password, and knows by itself who came through Google before.
 * @throws Refusal "other_provider" with one of `conflictCodes` as its message
 */
export async function refuseOtherProvider(
  event: z.output<typeof PreSignUp>,
  services: { directoryOf: (userPoolId: string) => Pick<UserDirectory, "providersOf"> },
) {
  const email = event.request.userAttributes.email.trim().toLowerCase();
  const other = event.triggerSource === "PreSignUp_ExternalProvider" ? "email" : "google";
  // The pool is named by the event: it is made after its triggers, so their settings cannot name it.
  const providers = await services.directoryOf(event.userPoolId).providersOf(email);
  if (providers.includes(other)) throw new Refusal("other_provider", conflictCodes[other]);
  return event;
}

export const handler = onEvent("pre-sign-up", PreSignUp, refuseOtherProvider, { directoryOf });
