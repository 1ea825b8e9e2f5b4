import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { type RedirectFacts, redirectFor, requiresLogin } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { serverNow } from "../browser/server-time.ts";
import { codeRequestAt, isForceReset } from "../features/accounts/code-request.ts";
import { isUpgrading, planNeeded } from "../features/plans/upgrading.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AccountTrouble } from "./account-trouble.tsx";
import { useVisitor } from "./visitor.ts";

/** Shows the page at this address, or sends the visitor where the redirect rules say. */
export function RedirectGuard({ children }: { children: ReactNode }) {
  const location = useLocation();
  const state = useVisitor();
  if (state.kind === "loading") {
    return requiresLogin(location.pathname) || location.pathname === "/" ? <Spinner label="Loading…" /> : children;
  }
  if (state.kind === "failed") {
    return <AccountTrouble reason={state.reason} retry={state.retry} />;
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
