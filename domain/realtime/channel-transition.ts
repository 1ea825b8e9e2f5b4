/** Shortest time between heartbeats. A join that takes longer counts as failed. */
export const heartbeatMs = 30_000;
/** API Gateway ends a connection that is idle for ten minutes. */
export const maxHeartbeatMs = 8 * heartbeatMs;
const maxHeartbeatDoublings = Math.log2(maxHeartbeatMs / heartbeatMs);
/** After this many unanswered heartbeats in a row, the next due heartbeat abandons the connection. */
export const maxUnansweredHeartbeats = 2;
/** The least delays before the first, second and third scheduled reconnect, and before every later one. */
export const reconnectDelaysMs = [1000, 2000, 5000, 10_000] as const;
export const restAfterMs = 3 * 60_000;

/** "resting": not connected, because the page is hidden. */
export type ChannelPhase = "closed" | "joining" | "joined" | "leaving" | "errored" | "resting";

export type Channel = {
  phase: ChannelPhase;
  /** Counts the attempts to join. Events of a former attempt are ignored. */
  attempt: number;
  /** Failed joins and broken connections since the last answered heartbeat, `join` or rest. */
  failures: number;
  /** Heartbeats sent in this connection since the last received message. */
  unansweredHeartbeats: number;
  heartbeatDoublings: number;
  offline: boolean;
  hidden: boolean;
};

export type ChannelEvent =
  | { type: "join" }
  | { type: "leave" }
  | { type: "went-offline" }
  | { type: "came-online" }
  | { type: "page-hidden" }
  | { type: "page-seen" }
  | { type: "rest-due" }
  | { type: "socket-opened"; attempt: number }
  /** Also sent if no socket could be opened. */
  | { type: "socket-closed"; attempt: number }
  | { type: "heartbeat-due"; attempt: number }
  | { type: "heartbeat-answered"; attempt: number }
  /** The message was a `GatewayRefusal`. */
  | { type: "gateway-refused"; attempt: number }
  /** Any other message from the server. */
  | { type: "server-heard"; attempt: number }
  | { type: "reconnect-due"; attempt: number };

/** Effects must be carried out in the order of their list. */
export type ChannelEffect =
  | { type: "open-socket"; attempt: number }
  | { type: "close-socket"; attempt: number }
  | { type: "send-heartbeat"; attempt: number }
  | { type: "schedule-heartbeat"; attempt: number; afterMs: number }
  | { type: "schedule-reconnect"; attempt: number; afterMs: number }
  | { type: "schedule-rest"; afterMs: number }
  /** Refetch data that may have changed before the connection joined. */
  | { type: "catch-up" };

export type ChannelTransition = { channel: Channel; effects: readonly ChannelEffect[] };

export const closedChannel: Channel = {
  ...{
    phase: "closed",
    attempt: 0,
    failures: 0,
    unansweredHeartbeats: 0,
    heartbeatDoublings: 0,
    offline: false,
    hidden: false,
  },
};

const stay = (channel: Channel): ChannelTransition => ({ channel, effects: [] });

const scheduleRest: ChannelEffect = { type: "schedule-rest", afterMs: restAfterMs };

function openSocket(channel: Channel): ChannelTransition {
  const attempt = channel.attempt + 1;
  return {
    channel: { ...channel, phase: "joining", attempt, unansweredHeartbeats: 0 },
    effects: [
      { type: "open-socket", attempt },
      { type: "schedule-heartbeat", attempt, afterMs: heartbeatMs },
    ],
  };
}

/** The random part spreads the reconnects of pages that lost their connections at the same time. */
function reconnectDelayMs(failures: number, chance: number): number {
  const leastMs = reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)] ?? 0;
  return Math.round(leastMs * (1 + chance));
}

/** Schedules no attempt while offline, because the attempt would fail. */
function scheduleReconnect(channel: Channel, chance: number, before: readonly ChannelEffect[] = []): ChannelTransition {
  const { attempt, failures, offline } = channel;
  const afterMs = reconnectDelayMs(failures, chance);
  return {
    channel: { ...channel, phase: "errored", failures: failures + 1 },
    effects: offline ? before : [...before, { type: "schedule-reconnect", attempt, afterMs }],
  };
}

/** Does not wait for the socket's close event, which may come minutes later on a dead connection. */
const abandon = (channel: Channel, chance: number) =>
  scheduleReconnect(channel, chance, [{ type: "close-socket", attempt: channel.attempt }]);

const slowHeartbeats = (channel: Channel): Channel => ({
  ...channel,
  heartbeatDoublings: Math.min(channel.heartbeatDoublings + 1, maxHeartbeatDoublings),
});

const hasSocket = ({ phase }: Channel) => phase === "joining" || phase === "joined";

function join(channel: Channel): ChannelTransition {
  if (channel.phase !== "closed" && channel.phase !== "leaving") return stay(channel);
  const fresh: Channel = { ...channel, failures: 0, heartbeatDoublings: 0 };
  const { channel: joining, effects } = channel.offline ? stay({ ...fresh, phase: "errored" }) : openSocket(fresh);
  return { channel: joining, effects: channel.hidden ? [...effects, scheduleRest] : effects };
}

function leave(channel: Channel): ChannelTransition {
  if (channel.phase === "errored" || channel.phase === "resting") return stay({ ...channel, phase: "closed" });
  if (!hasSocket(channel)) return stay(channel);
  return {
    channel: { ...channel, phase: "leaving" },
    effects: [{ type: "close-socket", attempt: channel.attempt }],
  };
}

function socketClosed(channel: Channel, chance: number): ChannelTransition {
  if (channel.phase === "leaving") return stay({ ...channel, phase: "closed" });
  return hasSocket(channel) ? scheduleReconnect(channel, chance) : stay(channel);
}

function heartbeatDue(channel: Channel, chance: number): ChannelTransition {
  if (channel.phase === "joining") return abandon(channel, chance);
  if (channel.phase !== "joined") return stay(channel);
  if (channel.unansweredHeartbeats >= maxUnansweredHeartbeats) return abandon(slowHeartbeats(channel), chance);
  const { attempt, unansweredHeartbeats, heartbeatDoublings } = channel;
  return {
    channel: { ...channel, unansweredHeartbeats: unansweredHeartbeats + 1 },
    effects: [
      { type: "send-heartbeat", attempt },
      { type: "schedule-heartbeat", attempt, afterMs: heartbeatMs * 2 ** heartbeatDoublings },
    ],
  };
}

function changeNetwork(channel: Channel, offline: boolean, chance: number): ChannelTransition {
  const changed: Channel = { ...channel, offline };
  if (offline) return hasSocket(channel) ? abandon(changed, chance) : stay(changed);
  return channel.phase === "errored" ? openSocket(changed) : stay(changed);
}

function hidePage(channel: Channel): ChannelTransition {
  const isWanted = channel.phase !== "closed" && channel.phase !== "leaving";
  return { channel: { ...channel, hidden: true }, effects: isWanted ? [scheduleRest] : [] };
}

function restDue(channel: Channel): ChannelTransition {
  if (!channel.hidden || (channel.phase !== "errored" && !hasSocket(channel))) return stay(channel);
  const effects: ChannelEffect[] = hasSocket(channel) ? [{ type: "close-socket", attempt: channel.attempt }] : [];
  return { channel: { ...channel, phase: "resting", failures: 0 }, effects };
}

function showPage(channel: Channel): ChannelTransition {
  const seen: Channel = { ...channel, hidden: false };
  if (channel.phase !== "resting") return stay(seen);
  return channel.offline ? stay({ ...seen, phase: "errored" }) : openSocket(seen);
}

/**
 * Why: docs/decisions/0086-live-updates-at-scale.md
 * @param chance a random number from 0 to below 1
 */
export function channelTransition(channel: Channel, event: ChannelEvent, chance: number): ChannelTransition {
  if ("attempt" in event && event.attempt !== channel.attempt) return stay(channel);
  switch (event.type) {
    case "join":
      return join(channel);
    case "leave":
      return leave(channel);
    case "went-offline":
      return changeNetwork(channel, true, chance);
    case "came-online":
      return changeNetwork(channel, false, chance);
    case "page-hidden":
      return hidePage(channel);
    case "page-seen":
      return showPage(channel);
    case "rest-due":
      return restDue(channel);
    case "socket-opened":
      if (channel.phase !== "joining") return stay(channel);
      return { channel: { ...channel, phase: "joined" }, effects: [{ type: "catch-up" }] };
    case "socket-closed":
      return socketClosed(channel, chance);
    case "heartbeat-due":
      return heartbeatDue(channel, chance);
    case "heartbeat-answered":
      return stay({
        ...channel,
        unansweredHeartbeats: 0,
        heartbeatDoublings: Math.max(channel.heartbeatDoublings - 1, 0),
        failures: 0,
      });
    case "gateway-refused":
      return stay(slowHeartbeats({ ...channel, unansweredHeartbeats: 0 }));
    case "server-heard":
      return stay({ ...channel, unansweredHeartbeats: 0 });
    case "reconnect-due":
      return channel.phase === "errored" && !channel.offline ? openSocket(channel) : stay(channel);
  }
}
