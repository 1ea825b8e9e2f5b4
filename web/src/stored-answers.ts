import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

let isStoredShown = false;

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable";
}

export async function fetchOrStored<Answer>(
  fetch: () => Promise<Answer>,
  readStored: () => Answer | undefined,
  isLost: (error: unknown) => boolean = isUnreachable,
): Promise<Answer> {
  const takeStored = (): Answer | undefined => {
    const known = readStored();
    if (known !== undefined) isStoredShown = true;
    return known;
  };
  // Without a network, a request may fail only after a long wait.
  const known = navigator.onLine ? undefined : takeStored();
  if (known !== undefined) return known;
  try {
    return await fetch();
  } catch (error) {
    const last = isLost(error) ? takeStored() : undefined;
    if (last === undefined) throw error;
    return last;
  }
}

export function refetchWhenOnline(queries: QueryClient): () => void {
  const refetch = () => {
    if (!isStoredShown) return;
    isStoredShown = false;
    void queries.invalidateQueries();
  };
  window.addEventListener("online", refetch);
  return () => window.removeEventListener("online", refetch);
}
