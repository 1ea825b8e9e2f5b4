import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { signInReturnPath } from "../../../../domain/accounts/redirect.ts";
import { parseConflict } from "../../../../domain/accounts/trigger-refusals.ts";

/** An IdentityProvider means that an account of this provider already has the email. */
export type RefusalReason = IdentityProvider | "cancelled" | "other";

export type SignInReturn = { kind: "code" } | { kind: "refused"; why: RefusalReason };

function readRefusal(params: URLSearchParams): RefusalReason {
  if (params.get("error") === "access_denied") return "cancelled";
  return parseConflict(params.get("error_description") ?? "") ?? "other";
}

/** The result contains no text from the URL, because an attacker can choose that text. */
export function readSignInReturn({ pathname, search }: { pathname: string; search: string }): SignInReturn | null {
  if (pathname !== signInReturnPath) return null;
  const params = new URLSearchParams(search);
  if (params.has("error")) return { kind: "refused", why: readRefusal(params) };
  return params.has("code") && params.has("state") ? { kind: "code" } : null;
}
