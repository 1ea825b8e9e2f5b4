import { useEffect, useRef } from "react";
import type { ApiErrorCode } from "../api.ts";
import { useOnline } from "../browser/use-online.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

type NoticeText = { title: string; text: string };

function describeFailure(reason: ApiErrorCode, online: boolean): NoticeText {
  if (!online) {
    return {
      title: "You are offline",
      text: "Your account could not be loaded. Parlance tries again when you are back online.",
    };
  }
  if (reason === "unreachable") {
    const text = "Your account could not be loaded. Check your connection and try again.";
    return { title: "Parlance cannot be reached", text };
  }
  return {
    title: "Something went wrong",
    text: "Your account could not be loaded. Try again in a moment, or reload the page.",
  };
}

export function AccountLoadFailure({ reason, retry }: { reason: ApiErrorCode; retry: () => void }) {
  const online = useOnline();
  const { title, text } = describeFailure(reason, online);
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => {
    const tryAgain = () => again.current();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, []);
  return (
    <NoticePage
      title={title}
      action={
        <Button variant="ink" onClick={retry}>
          Try again
        </Button>
      }
    >
      {text}
    </NoticePage>
  );
}
