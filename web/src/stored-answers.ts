import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

let isStoredShown = false;

/** True if the server did not respond. A stored response may then be used. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable";
}

/**
 * Returns the stored response if there is no network, or if `fetch` fails with an error for which `isLost` is true. In
 * all other cases, and if no response is stored, settles as `fetch` does.
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
  // Reads the stored response first, because without a network a request may fail only after a long wait.
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

/** Invalidates all queries when the network returns, if a stored response was used. Returns the cleanup function. */
export function refetchWhenOnline(queries: QueryClient): () => void {
  const refetch = () => {
    if (!isStoredShown) return;
    isStoredShown = false;
    void queries.invalidateQueries();
  };
  window.addEventListener("online", refetch);
  return () => window.removeEventListener("online", refetch);
}
