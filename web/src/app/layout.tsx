import { type QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, StrictMode, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Link, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from "react-router";
import { normalisePath } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { endOwnForceReset } from "../features/accounts/code-request.ts";
import { useSession } from "../features/accounts/session.ts";
import { onSessionEnd } from "../features/accounts/session-end.ts";
import { useAccountClosing } from "../features/profile/unfinished-deletion.ts";
import { useRealtime } from "../features/realtime/realtime.ts";
import { clearPrerenderedPage, prerenderedPath } from "../prerendered-page.ts";
import { Spinner } from "../ui/spinner.tsx";
import { dismissToastsOfOtherPages, useToasts } from "../ui/toasts.ts";
import { Header } from "./header.tsx";
import { ToastRegion, UnfinishedDeletionBar } from "./layout-parts.ts";
import { RedirectGuard } from "./redirect-guard.tsx";

export function AppProviders({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  useLayoutEffect(clearPrerenderedPage, []);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </StrictMode>
  );
}

/** CSS shows the loading bar only after a wait. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === "idle" ? null : (
    <div className="navigation-progress" role="progressbar" aria-label="Loading the page" />
  );
}

const isBrowser = typeof document !== "undefined";

/** Does not scroll a prerendered page, because the visitor may have scrolled that page already. */
function ScrollPositions() {
  const { key } = useLocation();
  const [initialKey] = useState(() => (isBrowser && prerenderedPath() !== null ? key : null));
  return key === initialKey ? null : <ScrollRestoration />;
}

const links = [
  { to: paths.privacy, label: "Privacy" },
  { to: paths.terms, label: "Terms" },
  { to: paths.contact, label: "Contact" },
] as const;

function SiteFooter() {
  const session = useSession();
  const page = normalisePath(useLocation().pathname);
  const isOneOfThem = links.some(({ to }) => to === page);
  if (session.kind !== "anonymous" && !isOneOfThem) return null;
  return (
    <footer className="site-footer">
      <nav aria-label="About Parlance">
        {links.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === page ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}

const resetPages: readonly string[] = [paths.forgotPassword, paths.verify, paths.newPassword];

function useEndForceReset(): void {
  const page = normalisePath(useLocation().pathname);
  useEffect(() => {
    if (!resetPages.includes(page)) endOwnForceReset();
  }, [page]);
}

function useSessionEndHandler(): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((end) => {
        queries.clear();
        import("./handle-session-end.ts")
          .then(({ handleSessionEnd }) => handleSessionEnd(end, { queries, navigate }))
          // Ignores a failure, such as an import that fails without a network. The redirect rules still apply.
          .catch(() => {});
      }),
    [queries, navigate],
  );
}

export function Layout() {
  const hasToasts = useToasts().length > 0;
  const closing = useAccountClosing();
  const { pathname } = useLocation();
  useEffect(() => dismissToastsOfOtherPages(pathname), [pathname]);
  useRealtime();
  useSessionEndHandler();
  useEndForceReset();
  return (
    <>
      <NavigationProgress />
      <Header />
      {closing && <UnfinishedDeletionBar />}
      <RedirectGuard>
        <Suspense fallback={<Spinner label="Loading…" />}>
          <Outlet />
        </Suspense>
      </RedirectGuard>
      <SiteFooter />
      {hasToasts && <ToastRegion />}
      <ScrollPositions />
    </>
  );
}
