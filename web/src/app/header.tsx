import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../features/accounts/session.ts";
import { paths } from "../paths.ts";
import { Mark } from "../ui/mark.tsx";

const LearnerHeader = lazy(() => import("./learner-header.tsx").then((module) => ({ default: module.LearnerHeader })));

/** The bar above every page. */
export function Header() {
  const session = useSession();
  const { pathname } = useLocation();
  const brandOnly = pathname.includes("password") || session.kind === "loading";
  return (
    <header className="site-header">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Link className="brand" to={paths.home}>
        <Mark />
        Parlance
      </Link>
      {!brandOnly && session.kind === "nobody" && (
        <nav className="site-nav" aria-label="Account">
          <Link className="button" to={paths.login}>
            Log in
          </Link>
          <Link className="button voice-ink" to={paths.signup}>
            Sign up
          </Link>
        </nav>
      )}
      {!brandOnly && session.kind === "learner" && (
        <Suspense>
          <LearnerHeader session={session} />
        </Suspense>
      )}
    </header>
  );
}
