import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../api.ts";
import { accessToken, useSession, verifySession } from "../accounts/session.ts";

let realtimeUrl: string | undefined;

/** Call this function before the app renders. */
export function connectRealtime(url: string | undefined): void {
  realtimeUrl = url;
}

export function startAsync(start: () => Promise<() => void>): () => void {
  let stopped = false;
  let stop = () => {};
  start().then(
    (started) => {
      if (stopped) started();
      else stop = started;
    },
    // The app works without this part if it fails to load.
    () => {},
  );
  return () => {
    stopped = true;
    stop();
  };
}

/** A request for a deleted account ends the session. */
async function verifyAccount(): Promise<void> {
  await callApi("get-account", {}).catch(() => {});
  await verifySession();
}

/** Use this hook once in the app. */
export function useRealtime(): void {
  const session = useSession();
  const queries = useQueryClient();
  const userId = session.kind === "learner" ? session.userId : null;
  useEffect(() => {
    const url = realtimeUrl;
    if (userId === null || url === undefined) return;
    return startAsync(async () => {
      // Loads the module on demand, because visitors do not need it.
      const { startRealtime } = await import("./start-realtime.ts");
      const heard = { network: window, page: document };
      return startRealtime({ url, accessToken, proveSession: verifyAccount, userId, queries, ...heard });
    });
  }, [userId, queries]);
}
