import type { Visitor } from "../../../domain/accounts/redirect.ts";
import { ApiError, type ApiFailure } from "../api.ts";
import { useAccount } from "../features/accounts/account.ts";
import { refreshSession, useSession } from "../features/accounts/session.ts";

export type VisitorState =
  | { kind: "loading" }
  | { kind: "failed"; reason: ApiFailure; retry: () => void }
  | { kind: "known"; visitor: Visitor };

/** Who is here, with the facts that the redirect rules ask for. */
export function useVisitor(): VisitorState {
  const session = useSession();
  const account = useAccount();
  if (session.kind === "loading") return { kind: "loading" };
  if (session.kind === "unreachable")
    return { kind: "failed", reason: "unreachable", retry: () => void refreshSession() };
  if (session.kind === "nobody") return { kind: "known", visitor: { kind: "nobody" } };
  if (account.data) {
    const { profile, subscription } = account.data;
    return { kind: "known", visitor: { kind: "learner", subscription, language: profile.language_preference } };
  }
  if (!account.isError) return { kind: "loading" };
  const reason = account.error instanceof ApiError ? account.error.code : "internal_error";
  return { kind: "failed", reason, retry: () => void account.refetch() };
}
