import { useLayoutEffect } from "react";
import { uncover } from "../standing-page.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Shown when the app does not even get its settings. */
export function UnreachablePage() {
  useLayoutEffect(uncover, []);
  return (
    <main className="page" id="main">
      <Notice
        title="Parlance cannot be reached"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        The app could not be started. Check your connection and try again.
      </Notice>
    </main>
  );
}
