import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAccount } from "../accounts/account.ts";
import { subscribeToChanges } from "../realtime/start-realtime.ts";
import { thisTabId } from "./internal/study-sender.ts";
import { followStudy } from "./study.ts";
import { fetchStudyChanges, startStudySync } from "./study-data.ts";

/** Use this component once in the app. */
export function StudySync({ userId }: { userId: string }) {
  const queries = useQueryClient();
  useEffect(() => startStudySync(userId), [userId]);
  useEffect(() => followStudy(queries, userId), [queries, userId]);
  useEffect(
    () =>
      subscribeToChanges((change) => {
        const isOthers = change.type === "StudyChanged" && change.userId === userId && change.sender !== thisTabId;
        if (isOthers) void fetchStudyChanges(userId, change.number);
      }),
    [userId],
  );
  // The account has the number of the latest batch. The app refetches the account when events may have been missed.
  const { data: account, dataUpdatedAt: fetchedAt } = useAccount();
  const batch = account?.study_batch;
  useEffect(() => {
    if (fetchedAt > 0) void fetchStudyChanges(userId, batch);
  }, [userId, batch, fetchedAt]);
  return null;
}
