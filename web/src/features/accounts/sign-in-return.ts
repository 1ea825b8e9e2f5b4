import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { signInReturnPath } from "../../../../domain/accounts/redirect.ts";
import { parseConflict } from "../../../../domain/accounts/trigger-refusals.ts";

/**
 * The reason for a refusal: the provider whose account already has the email, a cancellation by the learner, or any
 * other reason.
 */
export type RefusalReason = IdentityProvider | "cancelled" | "other";

export type SignInReturn = { kind: "code" } | { kind: "refused"; why: RefusalReason };

function readRefusal(params: URLSearchParams): RefusalReason {
  if (params.get("error") === "access_denied") return "cancelled";
  return parseConflict(params.get("error_description") ?? "") ?? "other";
}

/** Parses the URL to which a Google log-in returns; null for other URLs. No text from the URL is ever shown. */
export function readSignInReturn({ pathname, search }: { pathname: string; search: string }): SignInReturn | null {
  if (pathname !== signInReturnPath) return null;
  const params = new URLSearchParams(search);
  if (params.has("error")) return { kind: "refused", why: readRefusal(params) };
  return params.has("code") && params.has("state") ? { kind: "code" } : null;
}
