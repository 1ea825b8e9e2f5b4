import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { conflictIn } from "../../../../domain/accounts/account-conflict.ts";
import { signInReturnPath } from "../../../../domain/accounts/sign-in-return.ts";
import { paths } from "../../../../domain/http/pages.ts";

/** Why Google's sign-in came back without a code: the e-mail's own provider, that it was cancelled, or anything else. */
export type RefusalReason = IdentityProvider | "cancelled" | "other";

/** What an address says of a sign-in through Google that has come back. */
export type SignInReturn = { kind: "code" } | { kind: "refused"; why: RefusalReason };

/** What a tab remembers while it is away at Google. */
export type PendingSignIn = {
  intent: "login" | "signup";
  /** Where the visitor wanted to go. */
  origin: string | null;
  /** It came back in vain once already. */
  retried: boolean;
};

function refusalIn(params: URLSearchParams): RefusalReason {
  if (params.get("error") === "access_denied") return "cancelled";
  return conflictIn(params.get("error_description") ?? "") ?? "other";
}

/** Reads the address to which Google's sign-in comes back; null for any other. Nothing of it is ever shown. */
export function readSignInReturn({ pathname, search }: { pathname: string; search: string }): SignInReturn | null {
  if (pathname !== signInReturnPath) return null;
  const params = new URLSearchParams(search);
  if (params.has("error")) return { kind: "refused", why: refusalIn(params) };
  return params.has("code") && params.has("state") ? { kind: "code" } : null;
}

/** What to do about a refusal: try once more without a word, or which toast to show where. */
export type RefusalAnswer =
  | { kind: "retry" }
  | {
      kind: "tell";
      toast: "emailAccountExists" | "googleLoginFailed" | "googleSignupFailed";
      at: typeof paths.login | typeof paths.signup;
    };

/**
 * Decides on a refusal. A user pool may stumble over the very first sign-in of a Google account, and then knows it: one
 * retry is worth its while, and is not told.
 */
export function answerRefusal(why: RefusalReason, { intent, retried }: Omit<PendingSignIn, "origin">): RefusalAnswer {
  if (why === "email") return { kind: "tell", toast: "emailAccountExists", at: paths.login };
  if (why !== "cancelled" && !retried) return { kind: "retry" };
  return intent === "login"
    ? { kind: "tell", toast: "googleLoginFailed", at: paths.login }
    : { kind: "tell", toast: "googleSignupFailed", at: paths.signup };
}
