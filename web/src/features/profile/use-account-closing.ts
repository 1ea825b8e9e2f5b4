import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../api.ts";
import { useSession } from "../accounts/session.ts";
import { noteDeletion, useUnfinishedDeletion } from "./unfinished-deletion.ts";

const isClosing = (error: unknown) => error instanceof ApiError && error.code === "account_closing";

/** Whether the learner's account is being deleted, as far as this browser knows or any of the server's answers says. */
export function useAccountClosing(): boolean {
  const queries = useQueryClient();
  const session = useSession();
  const asked = useUnfinishedDeletion();
  const userId = session.kind === "learner" ? session.userId : null;
  useEffect(() => {
    if (userId === null) return;
    const stops = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isClosing(event.action.error)) {
          noteDeletion(userId);
        }
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isClosing(event.action.error)) {
          noteDeletion(userId);
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, userId]);
  return userId !== null && asked === userId;
}
