import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "../../api.ts";
import { readStored, removeStored, subscribeToStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { useSession } from "../accounts/session.ts";

/** Notes that the deletion of a learner's account was asked for and may not be finished. */
export const recordDeletion = (userId: string): void => void writeStored(stored.unfinishedDeletion, userId);

/** Forgets it: nothing is to be deleted, or nothing more. */
export const clearDeletion = (): void => removeStored(stored.unfinishedDeletion);

const subscribe = (listener: () => void) => subscribeToStored(stored.unfinishedDeletion, listener);
const read = () => readStored(stored.unfinishedDeletion);

/** Whose deletion was asked for in this browser and may not be finished; null for nobody's. */
function useUnfinishedDeletion(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

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
          recordDeletion(userId);
        }
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isClosing(event.action.error)) {
          recordDeletion(userId);
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, userId]);
  return userId !== null && asked === userId;
}
