import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { subscribeToChanges } from "../realtime/start-realtime.ts";
import { subjectText } from "./share-text.ts";
import { findNews, loadShares, noteKnownComments, refetchShares } from "./shares.ts";
import { startUploads } from "./uploads.ts";

/** The server sends an event for each uploaded recording, so events are gathered for this time. */
const gatherMs = 1_000;

/** Uploads shared recordings, and announces new comments. Use this component once in the app. */
export function ShareSync({ userId }: { userId: string }) {
  const queries = useQueryClient();
  useEffect(() => startUploads(userId, () => showToast(messages.shareStopped)), [userId]);
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const announce = async () => {
      gathering = undefined;
      await refetchShares(queries, userId);
      for (const share of findNews(userId, await loadShares(queries, userId))) {
        noteKnownComments(userId, share.share_id, share.comments);
        // Leaves out an exam's titles, because they would make the message too long for a phone.
        showToast(messages.feedbackArrived(share.subject.kind === "exam" ? "Mock exam" : subjectText(share)));
      }
    };
    const unsubscribe = subscribeToChanges((change) => {
      if (change.type !== "ShareChanged" || change.userId !== userId) return;
      // Ignores a failure. The comments are fetched again when a page needs them.
      gathering ??= setTimeout(() => void announce().catch(() => undefined), gatherMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(gathering);
    };
  }, [queries, userId]);
  return null;
}
