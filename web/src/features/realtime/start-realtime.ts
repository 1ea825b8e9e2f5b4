import type { QueryClient } from "@tanstack/react-query";
import type { LearnerEvent } from "../../../../domain/realtime/event.ts";
import { dropHomeAnswer } from "../../home-answer.ts";
import { createAccountCache } from "../accounts/account.ts";
import { type ChannelClientOptions, createChannelClient } from "./channel-client.ts";

/** After "caught-up", refetch, because events may have been missed. */
export type LearnerChange = LearnerEvent | { type: "caught-up" };

const listeners = new Set<(change: LearnerChange) => void>();

export function subscribeToChanges(listener: (change: LearnerChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function publishChange(change: LearnerChange): void {
  for (const listener of [...listeners]) listener(change);
}

export type RealtimeOptions = Pick<ChannelClientOptions, "url" | "accessToken" | "proveSession"> & {
  userId: string;
  queries: QueryClient;
  network: Pick<EventTarget, "addEventListener" | "removeEventListener">;
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
      dropHomeAnswer();
      facts.apply(event);
      publishChange(event);
    },
    onJoined: () => {
      void facts.refetch();
      publishChange({ type: "caught-up" });
    },
  });
  // Reacts only to changes, because the initial value of `navigator.onLine` may be wrong.
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
