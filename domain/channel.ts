import * as z from "zod/mini";
import { LearnerEvent } from "./event.ts";

/** The WebSocket subprotocol of the realtime channel. The client offers it together with its access token. */
export const channelProtocol = "parlance";

/** The subprotocols that a client offers: the channel's own, and the token, which stands neither in URLs nor in logs. */
export const protocolsFor = (accessToken: string): string[] => [channelProtocol, accessToken];

/** The largest message that the server reads, in characters. */
export const maxClientMessageLength = 1024;

/** How many connections a learner may have open. A network that breaks leaves some behind until they are noticed. */
export const mostConnections = 50;

/** What a client says. */
export const ClientMessage = z.object({ type: z.literal("heartbeat") });
export type ClientMessage = z.infer<typeof ClientMessage>;

/** What the server says. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heartbeat-ok") }),
  z.object({ type: z.literal("event"), event: LearnerEvent }),
  /** The last word on a connection on which too much was said, and after how many seconds more may be. */
  z.object({ type: z.literal("too-many-messages"), retryAfterSeconds: z.int() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** Time between heartbeats, in ms; a join or an answer that takes longer has failed. */
export const heartbeatMs = 30_000;
/** Waits before the first, second, third and every further attempt to join again, in ms. */
export const reconnectDelaysMs = [1000, 2000, 5000, 10_000] as const;

export type ChannelPhase = "closed" | "joining" | "joined" | "leaving" | "errored";

export type Channel = {
  phase: ChannelPhase;
  /** Counts the attempts to join. What the socket and the timers of a former attempt still say is ignored. */
  attempt: number;
  /** Joins that failed and connections that broke since the channel was last joined. */
  failures: number;
  /** Whether a heartbeat was sent and not answered yet. */
  unanswered: boolean;
  /** Whether the browser has said that there is no network. */
  offline: boolean;
};

export type ChannelEvent =
  | { type: "join" }
  | { type: "leave" }
  | { type: "went-offline" }
  | { type: "came-online" }
  | { type: "socket-opened"; attempt: number }
  /** The socket of an attempt is closed, or could not be opened: said once for every open-socket. */
  | { type: "socket-closed"; attempt: number }
  | { type: "heartbeat-due"; attempt: number }
  | { type: "heartbeat-answered"; attempt: number }
  | { type: "reconnect-due"; attempt: number };

/** What the world has to do after a transition, in this order. */
export type ChannelEffect =
  /** With a freshly requested access token. */
  | { type: "open-socket"; attempt: number }
  | { type: "close-socket"; attempt: number }
  | { type: "send-heartbeat"; attempt: number }
  | { type: "schedule-heartbeat"; attempt: number; afterMs: number }
  | { type: "schedule-reconnect"; attempt: number; afterMs: number }
  /** Read again what may have changed before the channel was joined. */
  | { type: "catch-up" };

export type ChannelTransition = { channel: Channel; effects: readonly ChannelEffect[] };

/** A channel that nobody has joined. */
export const closedChannel: Channel = { phase: "closed", attempt: 0, failures: 0, unanswered: false, offline: false };

const stay = (channel: Channel): ChannelTransition => ({ channel, effects: [] });

function open(channel: Channel): ChannelTransition {
  const attempt = channel.attempt + 1;
  return {
    channel: { ...channel, phase: "joining", attempt, unanswered: false },
    effects: [
      { type: "open-socket", attempt },
      { type: "schedule-heartbeat", attempt, afterMs: heartbeatMs },
    ],
  };
}

/** Without a network nothing is scheduled: the next attempt begins when the network is back. */
function fail(channel: Channel, before: readonly ChannelEffect[] = []): ChannelTransition {
  const { attempt, failures, offline } = channel;
  const afterMs = reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)] ?? 0;
  return {
    channel: { ...channel, phase: "errored", failures: failures + 1, unanswered: false },
    effects: offline ? before : [...before, { type: "schedule-reconnect", attempt, afterMs }],
  };
}

/** A dead connection may take minutes to say that it is closed, so that is not waited for. */
const abandon = (channel: Channel) => fail(channel, [{ type: "close-socket", attempt: channel.attempt }]);

const hasSocket = ({ phase }: Channel) => phase === "joining" || phase === "joined";

function join(channel: Channel): ChannelTransition {
  if (channel.phase !== "closed" && channel.phase !== "leaving") return stay(channel);
  const fresh: Channel = { ...channel, failures: 0 };
  return channel.offline ? stay({ ...fresh, phase: "errored" }) : open(fresh);
}

function leave(channel: Channel): ChannelTransition {
  if (channel.phase === "errored") return stay({ ...channel, phase: "closed" });
  if (!hasSocket(channel)) return stay(channel);
  return {
    channel: { ...channel, phase: "leaving", unanswered: false },
    effects: [{ type: "close-socket", attempt: channel.attempt }],
  };
}

function socketClosed(channel: Channel): ChannelTransition {
  if (channel.phase === "leaving") return stay({ ...channel, phase: "closed" });
  return hasSocket(channel) ? fail(channel) : stay(channel);
}

function heartbeatDue(channel: Channel): ChannelTransition {
  if (channel.phase === "joining" || (channel.phase === "joined" && channel.unanswered)) return abandon(channel);
  if (channel.phase !== "joined") return stay(channel);
  const { attempt } = channel;
  return {
    channel: { ...channel, unanswered: true },
    effects: [
      { type: "send-heartbeat", attempt },
      { type: "schedule-heartbeat", attempt, afterMs: heartbeatMs },
    ],
  };
}

function changeNetwork(channel: Channel, offline: boolean): ChannelTransition {
  const changed: Channel = { ...channel, offline };
  if (offline) return hasSocket(channel) ? abandon(changed) : stay(changed);
  return channel.phase === "errored" ? open(changed) : stay(changed);
}

/** The whole rule of the channel: what an event makes of it, and what has to be done then. */
export function channelTransition(channel: Channel, event: ChannelEvent): ChannelTransition {
  if ("attempt" in event && event.attempt !== channel.attempt) return stay(channel);
  switch (event.type) {
    case "join":
      return join(channel);
    case "leave":
      return leave(channel);
    case "went-offline":
      return changeNetwork(channel, true);
    case "came-online":
      return changeNetwork(channel, false);
    case "socket-opened":
      if (channel.phase !== "joining") return stay(channel);
      return { channel: { ...channel, phase: "joined", failures: 0 }, effects: [{ type: "catch-up" }] };
    case "socket-closed":
      return socketClosed(channel);
    case "heartbeat-due":
      return heartbeatDue(channel);
    case "heartbeat-answered":
      return stay({ ...channel, unanswered: false });
    case "reconnect-due":
      return channel.phase === "errored" && !channel.offline ? open(channel) : stay(channel);
  }
}
