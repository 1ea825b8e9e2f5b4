import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "../../api.ts";
import { readStored, removeStored, subscribeToStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { useSession } from "../accounts/session.ts";

export const recordDeletion = (userId: string): void => void writeStored(stored.unfinishedDeletion, userId);

/** Does not stop or undo the deletion. */
export const clearDeletion = (): void => removeStored(stored.unfinishedDeletion);

const subscribe = (listener: () => void) => subscribeToStored(stored.unfinishedDeletion, listener);
const read = () => readStored(stored.unfinishedDeletion);

function useUnfinishedDeletion(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

const isClosing = (error: unknown) => error instanceof ApiError && error.code === "account_closing";

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
