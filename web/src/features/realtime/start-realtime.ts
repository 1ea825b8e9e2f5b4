import type { QueryClient } from "@tanstack/react-query";
import type { LearnerEvent } from "../../../../domain/realtime/event.ts";
import { createAccountCache } from "../accounts/account.ts";
import { type ChannelClientOptions, createChannelClient } from "./channel-client.ts";

/** A change that the server has told of, or that what was not told before has to be read anew. */
export type LearnerChange = LearnerEvent | { type: "caught-up" };

const listeners = new Set<(change: LearnerChange) => void>();

/** Calls `listener` with every change that concerns the learner, until the function given back is called. */
export function subscribeToChanges(listener: (change: LearnerChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everybody who hears changes of one. */
export function publishChange(change: LearnerChange): void {
  for (const listener of [...listeners]) listener(change);
}

export type RealtimeOptions = Pick<ChannelClientOptions, "url" | "accessToken" | "proveSession"> & {
  userId: string;
  queries: QueryClient;
  /** Told "online" and "offline"; the window. */
  network: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  /** Told "visibilitychange"; the document. */
  page: Pick<Document, "visibilityState"> & Pick<EventTarget, "addEventListener" | "removeEventListener">;
  openSocket?: ChannelClientOptions["openSocket"];
  schedule?: ChannelClientOptions["schedule"];
  random?: ChannelClientOptions["random"];
};

const browserSocket: ChannelClientOptions["openSocket"] = (url, protocols) => new WebSocket(url, protocols);

const browserTimers: ChannelClientOptions["schedule"] = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/**
 * Keeps the learner's account in the query cache up to date until the function given back is called. A page that has been
 * hidden for some minutes is told nothing any more, and reads the account anew when it is looked at again.
 */
export function startRealtime(options: RealtimeOptions): () => void {
  const { url, accessToken, proveSession, userId, queries, network, page } = options;
  const facts = createAccountCache(queries, userId);
  const client = createChannelClient({
    url,
    accessToken,
    proveSession,
    openSocket: options.openSocket ?? browserSocket,
    schedule: options.schedule ?? browserTimers,
    random: options.random ?? Math.random,
    onEvent: (event) => {
      facts.apply(event);
      publishChange(event);
    },
    onJoined: () => {
      void facts.refetch();
      publishChange({ type: "caught-up" });
    },
  });
  // Only changes are heeded: what a browser believes at first is too often wrong to keep the channel closed for.
  network.addEventListener("online", client.comeOnline);
  network.addEventListener("offline", client.goOffline);
  const followPage = () => (page.visibilityState === "hidden" ? client.hide() : client.show());
  page.addEventListener("visibilitychange", followPage);
  followPage();
  client.join();
  return () => {
    page.removeEventListener("visibilitychange", followPage);
    network.removeEventListener("online", client.comeOnline);
    network.removeEventListener("offline", client.goOffline);
    client.leave();
  };
}
