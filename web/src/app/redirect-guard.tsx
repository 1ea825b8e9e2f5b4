import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { type RedirectFacts, redirectFor, requiresLogin, type Visitor } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { ApiError, type ApiErrorCode } from "../api.ts";
import { serverNow } from "../browser/server-time.ts";
import { useAccount } from "../features/accounts/account.ts";
import { codeRequestAt, isForceReset } from "../features/accounts/code-request.ts";
import { refreshSession, useSession } from "../features/accounts/session.ts";
import { isUpgrading, planNeeded } from "../features/plans/upgrading.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AccountLoadFailure } from "./account-load-failure.tsx";

type VisitorState =
  | { kind: "loading" }
  | { kind: "failed"; reason: ApiErrorCode; retry: () => void }
  | { kind: "known"; visitor: Visitor };

function useVisitor(): VisitorState {
  const session = useSession();
  const account = useAccount();
  if (session.kind === "loading") return { kind: "loading" };
  if (session.kind === "unreachable")
    return { kind: "failed", reason: "unreachable", retry: () => void refreshSession() };
  if (session.kind === "anonymous") return { kind: "known", visitor: { kind: "anonymous" } };
  if (account.data) {
    const { profile, subscription } = account.data;
    return { kind: "known", visitor: { kind: "learner", subscription, language: profile.language_preference } };
  }
  if (!account.isError) return { kind: "loading" };
  const reason = account.error instanceof ApiError ? account.error.code : "internal_error";
  return { kind: "failed", reason, retry: () => void account.refetch() };
}

export function RedirectGuard({ children }: { children: ReactNode }) {
  const location = useLocation();
  const state = useVisitor();
  if (state.kind === "loading") {
    return requiresLogin(location.pathname) || location.pathname === "/" ? <Spinner label="Loading…" /> : children;
  }
  if (state.kind === "failed") {
    return <AccountLoadFailure reason={state.reason} retry={state.retry} />;
  }
  const facts: RedirectFacts = {
    visitor: state.visitor,
    path: location.pathname,
    forceReset: isForceReset(),
    upgrading: isUpgrading(location),
    verifyEmailKnown: codeRequestAt(location) !== null,
    now: serverNow(),
  };
  const redirect = redirectFor(facts);
  if (!redirect) return children;
  if ("rememberOrigin" in redirect) {
    return <Navigate to={redirect.to} replace state={{ origin: location.pathname + location.search }} />;
  }
  if ("email" in redirect) return <Navigate to={redirect.to} replace state={redirect} />;
  return <Navigate to={redirect.to} replace state={redirect.to === paths.pricing ? planNeeded : undefined} />;
}
