import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { ApiError, callApi } from "../../api.ts";

export type Intent = "login" | "signup" | "google" | "reset";

/** "none": the email has no account. "unknown": the check failed. */
export type AccountCheck = IdentityProvider | "none" | "unconfirmed" | "unknown";

export type CheckDecision =
  | "continue"
  | "verify"
  | "to-google"
  | "to-login"
  | "offer-google"
  | "offer-password"
  | "wrong-method";

// If the check fails, the action continues and the user pool decides. Anyone can use up the rate limit of the
// check for another person's email, so a refused check must not lock that person out.
const decisions: Readonly<Record<Intent, Readonly<Record<AccountCheck, CheckDecision>>>> = {
  login: { none: "continue", email: "continue", unconfirmed: "verify", google: "to-google", unknown: "continue" },
  signup: { none: "continue", email: "to-login", unconfirmed: "verify", google: "offer-google", unknown: "continue" },
  google: {
    none: "continue",
    email: "offer-password",
    unconfirmed: "continue",
    google: "continue",
    unknown: "continue",
  },
  reset: { none: "continue", email: "continue", unconfirmed: "verify", google: "wrong-method", unknown: "continue" },
};

export function decideNextStep(intent: Intent, answer: AccountCheck, hasGoogle: boolean): CheckDecision {
  const decision = decisions[intent][answer];
  return decision === "to-google" && !hasGoogle ? "wrong-method" : decision;
}

export async function checkAccount(email: string): Promise<AccountCheck> {
  try {
    const { user_exists, provider, confirmed } = await callApi("check-user-provider", {
      body: { email_to_check: email },
    });
    if (!user_exists) return "none";
    return confirmed ? (provider ?? "email") : "unconfirmed";
  } catch (error) {
    if (error instanceof ApiError) return "unknown";
    throw error;
  }
}
