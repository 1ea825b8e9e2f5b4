import { useLayoutEffect } from "react";
import { uncover } from "../standing-page.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

/** Shown instead of the app, which cannot keep anybody signed in without storage. */
export function StorageBlockedPage() {
  useLayoutEffect(uncover, []);
  return (
    <NoticePage
      title="This browser blocks storage"
      action={
        <Button voice="ink" onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    >
      Parlance keeps you signed in, and your recordings safe, in this browser's storage. Allow cookies and site data for
      this address in the browser's settings, then load the page again.
    </NoticePage>
  );
}
