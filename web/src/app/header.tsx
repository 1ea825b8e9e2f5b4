import { Link, type Location, useLocation } from "react-router";
import { normalisePath } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { codeRequestAt } from "../features/accounts/code-request.ts";
import { useSession } from "../features/accounts/session.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Logo } from "../ui/logo.tsx";

const LearnerHeader = lazyPart(async () => (await import("./learner-header.tsx")).LearnerHeader);

function isReset(location: Location<unknown>): boolean {
  const page = normalisePath(location.pathname);
  return page.includes("password") || (page === paths.verify && codeRequestAt(location)?.mode === "reset");
}

export function Header() {
  const session = useSession();
  const location = useLocation();
  const brandOnly = isReset(location) || session.kind === "loading";
  return (
    <header className="site-header">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Link className="brand" to={paths.home}>
        <Logo />
        Parlance
      </Link>
      {!brandOnly && session.kind === "anonymous" && (
        <nav className="site-nav" aria-label="Account">
          <Link className="button" to={paths.login}>
            Log in
          </Link>
          <Link className="button variant-ink" to={paths.signup}>
            Sign up
          </Link>
        </nav>
      )}
      {!brandOnly && session.kind === "learner" && <LearnerHeader session={session} />}
    </header>
  );
}
