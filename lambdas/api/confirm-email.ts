import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { passwordNotSetText } from "../../domain/accounts/trigger-refusals.ts";
import { networkKeyOf } from "../../domain/http/network-address.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import {
  encodePasswordClaim,
  matchesPasswordClaim,
  ownerSetPassword,
  type PasswordSetupClaim,
} from "../accounts/password-ownership.ts";
import { limitCalls } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, signUpConfirmation, users } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  signUpConfirmation,
  users: pickMethods(users, "assignOwner", "passwordOwner"),
};
type Services = ProvidedServices<typeof providers>;

/** Cognito does not check the code for a confirmed email. So the code and the password must match the stored claim. */
async function refuseUnlessRetry(email: string, claim: PasswordSetupClaim, users: Services["users"]): Promise<void> {
  const owner = await users.passwordOwner(email);
  if (owner === ownerSetPassword) {
    throw new Refusal("already_confirmed", "This email is already verified. Please log in.");
  }
  if (!(await matchesPasswordClaim(claim, owner))) throw new Refusal("password_not_set", passwordNotSetText);
}

/**
 * Confirms an email and sets the password that comes with its code. Only the owner of the mailbox has the code, so a
 * stranger who signed up with the email cannot log in. Repeating a failed call completes it, unless the
 * post-confirmation trigger failed to store the password claim.
 * Why: docs/decisions/0061-owner-sets-the-password.md
 * @throws Refusal "code_mismatch", "code_expired", "already_confirmed", "password_not_set", "too_many_requests"
 */
export async function confirmEmail(
  { body, request }: Pick<RouteCall<"confirm-email">, "body" | "request">,
  { signUpConfirmation, users, callCounts }: Services,
) {
  const { email, code, password, full_name: fullName } = body;
  const claim = { code, password };
  await limitCalls(callCounts, "email-confirmation-network", networkKeyOf(request.sourceAddress));
  const passwordOwed = await encodePasswordClaim(claim);
  const outcome = await signUpConfirmation.confirm({ email, code, fullName, passwordClaim: passwordOwed });
  if (outcome === "confirmed before") await refuseUnlessRetry(email, claim, users);
  await users.assignOwner(email, { password, fullName });
  return { confirmed: true as const };
}

export const handler = onHttp(accountRoutes, "confirm-email", confirmEmail, providers);
