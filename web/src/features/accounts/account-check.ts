import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { ApiError, callApi } from "../../api.ts";

/** What a visitor is about to do with an e-mail. */
export type Intent = "login" | "signup" | "google" | "reset";

/**
 * How an e-mail signs in, "none" if it has no account, "unconfirmed" if nobody has shown that it is theirs; "unknown" if
 * that cannot be told.
 */
export type AccountCheck = IdentityProvider | "none" | "unconfirmed" | "unknown";

/** Go on, or which way the visitor is sent instead: "verify" is to show first, by a code, that the e-mail is theirs. */
export type CheckDecision =
  | "go-on"
  | "verify"
  | "to-google"
  | "to-login"
  | "offer-google"
  | "offer-password"
  | "wrong-method";

// The question spares detours, and no more: where it is not answered the user pool decides. Somebody can use up the
// questions for another's e-mail, and must not keep them out by that.
const decisions: Readonly<Record<Intent, Readonly<Record<AccountCheck, CheckDecision>>>> = {
  login: { none: "go-on", email: "go-on", unconfirmed: "verify", google: "to-google", unknown: "go-on" },
  signup: { none: "go-on", email: "to-login", unconfirmed: "verify", google: "offer-google", unknown: "go-on" },
  google: { none: "go-on", email: "offer-password", unconfirmed: "go-on", google: "go-on", unknown: "go-on" },
  reset: { none: "go-on", email: "go-on", unconfirmed: "verify", google: "wrong-method", unknown: "go-on" },
};

/**
 * What becomes of an intent, since one e-mail belongs to one provider. Where a stage has no Google sign-in, nobody can be
 * sent to it.
 */
export function decideNextStep(intent: Intent, answer: AccountCheck, hasGoogle: boolean): CheckDecision {
  const decision = decisions[intent][answer];
  return decision === "to-google" && !hasGoogle ? "wrong-method" : decision;
}

/** Asks how an e-mail signs in. */
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
