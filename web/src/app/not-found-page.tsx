import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page-title.tsx";

/** An address at which there is nothing. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the product promises that a 404 is logged.
    console.error("404: no page at", pathname);
  }, [pathname]);
  return (
    <main className="page" id="main">
      <PageTitle>Page not found</PageTitle>
      <Notice
        title="Oops! Page not found"
        action={
          <Link className="button voice-ink" to={paths.home}>
            Return to Home
          </Link>
        }
      >
        There is nothing at this address. It may have moved, or the link may be mistyped.
      </Notice>
    </main>
  );
}
