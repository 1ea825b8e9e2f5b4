import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { subscribeToChanges } from "../realtime/start-realtime.ts";
import { subjectText } from "./share-text.ts";
import { hasNewComments, loadShare, noteKnownComments, refetchShares } from "./shares.ts";
import { startUploads } from "./uploads.ts";

/** The server sends an event for each uploaded recording, so events are gathered for this time. */
const gatherMs = 1_000;

/** Use this component once in the app. */
export function ShareSync({ userId }: { userId: string }) {
  const queries = useQueryClient();
  useEffect(() => startUploads(userId, () => showToast(messages.shareStopped)), [userId]);
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const openedAtMs = Date.now();
    // Computed late, because the server's time may be unknown or outdated before the first response.
    const openedAt = () => new Date(serverNow().getTime() - (Date.now() - openedAtMs));
    const announce = async (shareId: string) => {
      const feedback = await loadShare(queries, userId, shareId);
      const { share } = feedback;
      const isNews = hasNewComments(userId, feedback, openedAt());
      noteKnownComments(userId, feedback);
      // Leaves out an exam's titles, because they would make the message too long for a phone.
      if (isNews) showToast(messages.feedbackArrived(share.subject.kind === "exam" ? "Mock exam" : subjectText(share)));
    };
    const announceAll = async () => {
      gathering = undefined;
      const shareIds = [...changed];
      changed.clear();
      await refetchShares(queries, userId);
      // Ignores a failure. The comments are fetched again when a page needs them.
      await Promise.allSettled(shareIds.map(announce));
    };
    const unsubscribe = subscribeToChanges((change) => {
      if (change.type !== "ShareChanged" || change.userId !== userId) return;
      changed.add(change.shareId);
      gathering ??= setTimeout(() => void announceAll().catch(() => undefined), gatherMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(gathering);
    };
  }, [queries, userId]);
  return null;
}
