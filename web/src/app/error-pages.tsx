import { useEffect, useLayoutEffect, useState } from "react";
import { Link, useLocation, useRouteError } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { clearPrerenderedPage } from "../prerendered-page.ts";
import { type LoadFailure, MissingFilesError, reloadWhenAvailable } from "../reload.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";
import { Spinner } from "../ui/spinner.tsx";

type NoticeText = { title: string; text: string };

const failureTexts: Record<LoadFailure, NoticeText> = {
  offline: {
    title: "You are offline",
    text: "This page could not be loaded. Reload it when you are back online.",
  },
  unreachable: {
    title: "Parlance cannot be reached",
    text: "This page could not be loaded. Check your connection and reload the page.",
  },
  "new-version": { title: "There is a new version", text: "Reload the page to continue." },
  broken: { title: "Something went wrong", text: "This page could not be loaded. Reload it to try again." },
};

const reloadPage = () => window.location.reload();

function FailureNotice({ title, text }: NoticeText) {
  return (
    <NoticePage
      title={title}
      action={
        <Button variant="ink" onClick={reloadPage}>
          Reload
        </Button>
      }
    >
      {text}
    </NoticePage>
  );
}

function MissingFilesPage() {
  const [trouble, setTrouble] = useState<LoadFailure | null>(null);
  useEffect(() => reloadWhenAvailable(setTrouble), []);
  if (!trouble) return <Spinner label="Loading…" />;
  return <FailureNotice {...failureTexts[trouble]} />;
}

export function ErrorPage() {
  const error = useRouteError();
  if (error instanceof MissingFilesError) return <MissingFilesPage />;
  return <FailureNotice title="Something went wrong" text="This page could not be shown. Reload it to try again." />;
}

export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a 404 is logged to the console, so that a wrong link can be found.
    console.error("404: no page at", pathname);
  }, [pathname]);
  return (
    <NoticePage
      title="Oops! Page not found"
      tab="Page not found"
      action={
        <Link className="button variant-ink" to={paths.home}>
          Return to Home
        </Link>
      }
    >
      Check the link, or return to the home page.
    </NoticePage>
  );
}

export function StorageBlockedPage() {
  useLayoutEffect(clearPrerenderedPage, []);
  return (
    <NoticePage
      title="This browser blocks storage"
      action={
        <Button variant="ink" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      Parlance needs storage to keep you logged in. Allow cookies and site data for this address in the browser's
      settings, then reload the page.
    </NoticePage>
  );
}
