import type { IdentityProvider } from "../../../../domain/account.ts";
import { ApiError, callApi } from "../../api.ts";

/** What a visitor is about to do with an e-mail. */
export type Intent = "login" | "signup" | "google" | "reset";

/** How an e-mail signs in, "none" if it has no account; "unknown" if too many have asked. */
export type CheckAnswer = IdentityProvider | "none" | "unknown";

/** Go on, or which way the visitor is sent instead. */
export type CheckDecision = "go-on" | "to-google" | "to-login" | "offer-google" | "offer-password" | "wrong-method";

// Somebody can use up the questions for another's e-mail, and must not keep them out by that: without an answer the
// user pool decides.
const decisions: Readonly<Record<Intent, Readonly<Record<CheckAnswer, CheckDecision>>>> = {
  login: { none: "go-on", email: "go-on", google: "to-google", unknown: "go-on" },
  signup: { none: "go-on", email: "to-login", google: "offer-google", unknown: "go-on" },
  google: { none: "go-on", email: "offer-password", google: "go-on", unknown: "go-on" },
  reset: { none: "go-on", email: "go-on", google: "wrong-method", unknown: "go-on" },
};

/**
 * What becomes of an intent, since one e-mail belongs to one provider. Where a stage has no Google sign-in, nobody can be
 * sent to it.
 */
export function decideOn(intent: Intent, answer: CheckAnswer, hasGoogle: boolean): CheckDecision {
  const decision = decisions[intent][answer];
  return decision === "to-google" && !hasGoogle ? "wrong-method" : decision;
}

/**
 * Asks how an e-mail signs in.
 * @throws ApiError if the question cannot be asked
 */
export async function checkAccount(email: string): Promise<CheckAnswer> {
  try {
    const { user_exists, provider } = await callApi("check-user-provider", { body: { email_to_check: email } });
    return provider ?? (user_exists ? "email" : "none");
  } catch (error) {
    if (error instanceof ApiError && error.code === "too_many_requests") return "unknown";
    throw error;
  }
}
