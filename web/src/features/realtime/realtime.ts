import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../api.ts";
import { accessToken, useSession, verifySession } from "../accounts/session.ts";

let realtimeUrl: string | undefined;

/** Says where the WebSocket API is; once, before the first page. Without one the app lives by its freshness rules. */
export function connectRealtime(url: string | undefined): void {
  realtimeUrl = url;
}

/** Runs what `start` gives back as soon as it is told to stop, even while it is still starting. */
export function startAsync(start: () => Promise<() => void>): () => void {
  let stopped = false;
  let stop = () => {};
  start().then(
    (started) => {
      if (stopped) started();
      else stop = started;
    },
    // A part of the app that could not be loaded is done without.
    () => {},
  );
  return () => {
    stopped = true;
    stop();
  };
}

/** Finds out whether the account was deleted, which is told as such, or else whether the session still holds. */
async function verifyAccount(): Promise<void> {
  await callApi("get-account", {}).catch(() => {});
  await verifySession();
}

/** While a learner is signed in, what changes on their account anywhere shows here at once. For one place in the app. */
export function useRealtime(): void {
  const session = useSession();
  const queries = useQueryClient();
  const userId = session.kind === "learner" ? session.userId : null;
  useEffect(() => {
    const url = realtimeUrl;
    if (userId === null || url === undefined) return;
    return startAsync(async () => {
      // Visitors do without it.
      const { startRealtime } = await import("./start-realtime.ts");
      const heard = { network: window, page: document };
      return startRealtime({ url, accessToken, proveSession: verifyAccount, userId, queries, ...heard });
    });
  }, [userId, queries]);
}
