import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { type RedirectFacts, redirectFor, requiresLogin } from "../../../domain/redirect.ts";
import { verifyEmail } from "../features/accounts/verify-email.ts";
import { isUpgrading } from "../features/plans/upgrading.ts";
import { serverNow } from "../server-time.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useVisitor } from "./visitor.ts";

/** Flags that a tab, or the browser, keeps while something is under way. */
const isFlagged = (name: string) => (sessionStorage.getItem(name) ?? localStorage.getItem(name)) === "true";

function hasEmail(state: unknown): boolean {
  return typeof state === "object" && state !== null && "email" in state;
}

/** Shows the page at this address, or sends the visitor where the redirect rules say. */
export function RedirectGuard({ children }: { children: ReactNode }) {
  const location = useLocation();
  const state = useVisitor();
  if (state.kind === "loading") {
    return requiresLogin(location.pathname) || location.pathname === "/" ? <Spinner label="Loading…" /> : children;
  }
  if (state.kind === "failed") {
    return (
      <main className="page" id="main">
        <Notice title="Parlance cannot be reached" action={<Button onClick={state.retry}>Try again</Button>}>
          Your account could not be loaded. Check your connection and try again.
        </Notice>
      </main>
    );
  }
  const facts: RedirectFacts = {
    visitor: state.visitor,
    path: location.pathname,
    languageSelected: isFlagged("language_selected"),
    forceReset: isFlagged("force_password_reset"),
    upgrading: isUpgrading(location),
    verifyEmailKnown: hasEmail(location.state) || verifyEmail() !== null,
    now: serverNow(),
  };
  const redirect = redirectFor(facts);
  if (!redirect) return children;
  if ("rememberOrigin" in redirect) {
    return <Navigate to={redirect.to} replace state={{ origin: location.pathname + location.search }} />;
  }
  if ("email" in redirect) return <Navigate to={redirect.to} replace state={redirect} />;
  return <Navigate to={redirect.to} replace />;
}
