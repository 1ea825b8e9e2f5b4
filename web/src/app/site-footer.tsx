import { Link, useLocation } from "react-router";
import { pageAt } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { useSession } from "../features/accounts/session.ts";

const links = [
  { to: paths.privacy, label: "Privacy" },
  { to: paths.terms, label: "Terms" },
  { to: paths.contact, label: "Contact" },
] as const;

/** What stands below the pages of visitors; learners have it below the pages that it leads to. */
export function SiteFooter() {
  const session = useSession();
  const page = pageAt(useLocation().pathname);
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
