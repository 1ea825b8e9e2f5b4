import { accountRoutes } from "../../domain/account-routes.ts";
import { networkOf } from "../../domain/network-address.ts";
import type { SignUpConfirmation } from "../accounts/sign-up-confirmation.ts";
import type { UserDirectory } from "../accounts/user-directory.ts";
import { limitCalls } from "../guards/limit-calls.ts";
import { type Call, onHttp } from "../http.ts";
import { callCounts, signUpConfirmation, users } from "../services.ts";
import type { CallCounts } from "../store/call-counts.ts";

type Services = {
  signUpConfirmation: SignUpConfirmation;
  users: Pick<UserDirectory, "takeOver">;
  callCounts: Pick<CallCounts, "admit">;
};

/**
 * Confirms an e-mail, and sets the password that comes with its code: whoever reads the e-mail's mail owns the account,
 * so whoever else signed up with it no longer knows the password.
 */
export async function confirmEmail(
  { body, request }: Pick<Call<"confirm-email">, "body" | "request">,
  { signUpConfirmation, users, callCounts }: Services,
) {
  const { email, code, password, full_name: fullName } = body;
  await limitCalls(callCounts, "email-confirmation-network", networkOf(request.sourceAddress));
  await signUpConfirmation.confirm({ email, code, fullName });
  await users.takeOver(email, { password, fullName });
  return { confirmed: true as const };
}

export const handler = onHttp(accountRoutes, "confirm-email", confirmEmail, { callCounts, signUpConfirmation, users });
