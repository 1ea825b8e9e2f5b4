import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

let isStoredShown = false;

/** True if the server did not respond, so that its last answer on this device may be used. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable";
}

/**
 * Fetches an answer of the server, or returns the stored one while there is no network. Without either, rejects as
 * `fetch` does.
 */
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
  // A browser without a network still waits for the user pool before it gives up.
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

/** Fetches again what was shown from this device, as soon as the network is back. Returns a function that stops it. */
export function refetchWhenOnline(queries: QueryClient): () => void {
  const refetch = () => {
    if (!isStoredShown) return;
    isStoredShown = false;
    void queries.invalidateQueries();
  };
  window.addEventListener("online", refetch);
  return () => window.removeEventListener("online", refetch);
}
