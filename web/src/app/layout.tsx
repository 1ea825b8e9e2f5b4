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

/** Wraps every page, in the browser and in the prerendering build. */
export function AppProviders({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  useLayoutEffect(clearPrerenderedPage, []);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </StrictMode>
  );
}

/** A line above the page while the next one is on its way; shows only once the wait is noticeable. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === "idle" ? null : (
    <div className="navigation-progress" role="progressbar" aria-label="Loading the page" />
  );
}

const isBrowser = typeof document !== "undefined";

/** Opens each page at its top, or where it was left. The one that stood in the document stays where its reader has got to. */
function ScrollPositions() {
  const { key } = useLocation();
  const [standing] = useState(() => (isBrowser && prerenderedPath() !== null ? key : null));
  return key === standing ? null : <ScrollRestoration />;
}

const links = [
  { to: paths.privacy, label: "Privacy" },
  { to: paths.terms, label: "Terms" },
  { to: paths.contact, label: "Contact" },
] as const;

/** Below the pages of visitors; learners see it on the pages that it links to. */
function SiteFooter() {
  const session = useSession();
  const page = normalisePath(useLocation().pathname);
  const isOneOfThem = links.some(({ to }) => to === page);
  if (session.kind !== "nobody" && !isOneOfThem) return null;
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

/** Lets the redirect rules speak again once this tab has left the pages on which a password is reset. */
function useEndForceReset(): void {
  const page = normalisePath(useLocation().pathname);
  useEffect(() => {
    if (!resetPages.includes(page)) endOwnForceReset();
  }, [page]);
}

/** Clears up after a session that ended without this page's doing. For one place in the app. */
function useSessionEndHandler(): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((end) => {
        queries.clear();
        import("./handle-session-end.ts")
          .then(({ handleSessionEnd }) => handleSessionEnd(end, { queries, navigate }))
          // Visitors do without it, and without a network the redirect rules answer well enough.
          .catch(() => {});
      }),
    [queries, navigate],
  );
}

/** Frames every page: header, redirects, footer and messages. */
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
