import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { NoticePage } from "../ui/notice-page.tsx";

/** An address at which there is nothing. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the product promises that a 404 is logged.
    console.error("404: no page at", pathname);
  }, [pathname]);
  return (
    <NoticePage
      title="Oops! Page not found"
      tab="Page not found"
      action={
        <Link className="button voice-ink" to={paths.home}>
          Return to Home
        </Link>
      }
    >
      There is nothing at this address. It may have moved, or the link may be mistyped.
    </NoticePage>
  );
}
