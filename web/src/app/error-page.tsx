import { useRouteError } from "react-router";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Shown when a page could not be loaded or drawn. */
export function ErrorPage() {
  const error = useRouteError();
  const reason = error instanceof Error ? error.message : "";
  return (
    <main className="page" id="main">
      <Notice
        title="Something went wrong"
        action={<Button onClick={() => window.location.reload()}>Load again</Button>}
      >
        This page could not be shown. Your progress and recordings are kept. {reason}
      </Notice>
    </main>
  );
}
