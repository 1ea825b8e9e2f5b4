import * as z from "zod/mini";
import { ownershipAttribute } from "../../domain/accounts/password.ts";
import { logInRefusals } from "../../domain/accounts/trigger-refusals.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { ownerSetPassword } from "./password-ownership.ts";

/** Cognito's pre-authentication trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html */
export const PreAuthentication = z.looseObject({
  triggerSource: z.literal("PreAuthentication_Authentication"),
  request: z.looseObject({
    userNotFound: z.optional(z.boolean()),
    userAttributes: z.looseObject({
      "cognito:user_status": z.optional(z.string()),
      [ownershipAttribute]: z.optional(z.string()),
    }),
  }),
});

/**
 * Refuses a log-in if the owner of the email may not have set the password. Cognito itself refuses unknown users.
 * Why: docs/decisions/0061-owner-sets-the-password.md
 * @throws Refusal "unauthorized" with one of `logInRefusals` as its message
 */
export function beforeLogIn(event: z.output<typeof PreAuthentication>) {
  const { userNotFound, userAttributes } = event.request;
  const status = userAttributes["cognito:user_status"];
  if (userNotFound || status === "EXTERNAL_PROVIDER") return event;
  if (status === "UNCONFIRMED") throw new Refusal("unauthorized", logInRefusals.unconfirmed);
  if (userAttributes[ownershipAttribute] === ownerSetPassword) return event;
  throw new Refusal("unauthorized", logInRefusals.passwordNotSet);
}
