import type { IdentityProvider } from "../../../../domain/accounts/account.ts";
import { signInReturnPath } from "../../../../domain/accounts/redirect.ts";
import { parseConflict } from "../../../../domain/accounts/trigger-refusals.ts";

/** Why Google's sign-in came back without a code: the e-mail's own provider, that it was cancelled, or anything else. */
export type RefusalReason = IdentityProvider | "cancelled" | "other";

/** What an address says of a sign-in through Google that has come back. */
export type SignInReturn = { kind: "code" } | { kind: "refused"; why: RefusalReason };

function readRefusal(params: URLSearchParams): RefusalReason {
  if (params.get("error") === "access_denied") return "cancelled";
  return parseConflict(params.get("error_description") ?? "") ?? "other";
}

/** Reads the address to which Google's sign-in comes back; null for any other. Nothing of it is ever shown. */
export function readSignInReturn({ pathname, search }: { pathname: string; search: string }): SignInReturn | null {
  if (pathname !== signInReturnPath) return null;
  const params = new URLSearchParams(search);
  if (params.has("error")) return { kind: "refused", why: readRefusal(params) };
  return params.has("code") && params.has("state") ? { kind: "code" } : null;
}
