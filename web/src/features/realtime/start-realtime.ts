import type { QueryClient } from "@tanstack/react-query";
import { accountFactsIn } from "../accounts/account-facts.ts";
import { type ChannelClientOptions, createChannelClient } from "./channel-client.ts";

export type RealtimeOptions = Pick<ChannelClientOptions, "url" | "accessToken" | "proveSession"> & {
  userId: string;
  queries: QueryClient;
  /** Told "online" and "offline"; the window. */
  network: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  openSocket?: ChannelClientOptions["openSocket"];
  schedule?: ChannelClientOptions["schedule"];
};

const browserSocket: ChannelClientOptions["openSocket"] = (url, protocols) => new WebSocket(url, protocols);

const browserTimers: ChannelClientOptions["schedule"] = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/**
 * Keeps the learner's account in the query cache up to date until the function given back is called, in a hidden page
 * too, so that it is right when it is looked at again.
 */
export function startRealtime(options: RealtimeOptions): () => void {
  const { url, accessToken, proveSession, userId, queries, network } = options;
  const facts = accountFactsIn(queries, userId);
  const client = createChannelClient({
    url,
    accessToken,
    proveSession,
    openSocket: options.openSocket ?? browserSocket,
    schedule: options.schedule ?? browserTimers,
    onEvent: facts.apply,
    onJoined: () => void facts.catchUp(),
  });
  // Only changes are heeded: what a browser believes at first is too often wrong to keep the channel closed for.
  network.addEventListener("online", client.comeOnline);
  network.addEventListener("offline", client.goOffline);
  client.join();
  return () => {
    network.removeEventListener("online", client.comeOnline);
    network.removeEventListener("offline", client.goOffline);
    client.leave();
  };
}
