import type { Visitor } from "../../../domain/redirect.ts";
import { useAccount } from "../features/accounts/account.ts";
import { refreshSession, useSession } from "../features/accounts/session.ts";

export type VisitorState =
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void }
  | { kind: "known"; visitor: Visitor };

/** Who is here, with the facts that the redirect rules ask for. */
export function useVisitor(): VisitorState {
  const session = useSession();
  const account = useAccount();
  if (session.kind === "loading") return { kind: "loading" };
  if (session.kind === "unreachable") return { kind: "failed", retry: () => void refreshSession() };
  if (session.kind === "nobody") return { kind: "known", visitor: { kind: "nobody" } };
  if (account.data) {
    const { profile, subscription } = account.data;
    return { kind: "known", visitor: { kind: "learner", subscription, language: profile.language_preference } };
  }
  return account.isError ? { kind: "failed", retry: () => void account.refetch() } : { kind: "loading" };
}
