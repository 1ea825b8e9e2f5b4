/** Time between heartbeats, in ms; a join that takes longer has failed. */
export const heartbeatMs = 30_000;
/** The longest time between heartbeats, in ms: API Gateway ends a connection on which nothing was said for ten minutes. */
export const maxHeartbeatMs = 8 * heartbeatMs;
const maxHeartbeatDoublings = Math.log2(maxHeartbeatMs / heartbeatMs);
/** How many heartbeats in a row may stay without a word from the server before a connection is given up. */
export const maxUnansweredHeartbeats = 2;
/** The least waits before the first, second, third and every further attempt to join again, in ms. */
export const reconnectDelaysMs = [1000, 2000, 5000, 10_000] as const;
/** How long a page is hidden before it gives its connection back, in ms. */
export const restAfterMs = 3 * 60_000;

/** "resting" is a channel that gave its connection back because nobody looks at its page. */
export type ChannelPhase = "closed" | "joining" | "joined" | "leaving" | "errored" | "resting";

export type Channel = {
  phase: ChannelPhase;
  /** Counts the attempts to join. What the socket and the timers of a former attempt still say is ignored. */
  attempt: number;
  /** Joins that failed and connections that broke since a heartbeat was last answered. */
  failures: number;
  /** Heartbeats that were sent since the server was last heard of. */
  unansweredHeartbeats: number;
  /** How often the time between heartbeats was doubled, because they were refused or not answered. Each answer halves it. */
  heartbeatDoublings: number;
  /** Whether the browser has said that there is no network. */
  offline: boolean;
  /** Whether the page cannot be seen. */
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
  /** The socket of an attempt is closed, or could not be opened: said once for every open-socket. */
  | { type: "socket-closed"; attempt: number }
  | { type: "heartbeat-due"; attempt: number }
  | { type: "heartbeat-answered"; attempt: number }
  /** The gateway took a message and did not serve it, because there are too many or because it failed. */
  | { type: "gateway-refused"; attempt: number }
  /** The server said anything else. */
  | { type: "server-heard"; attempt: number }
  | { type: "reconnect-due"; attempt: number };

/** What the world has to do after a transition, in this order. */
export type ChannelEffect =
  /** With a freshly requested access token. */
  | { type: "open-socket"; attempt: number }
  | { type: "close-socket"; attempt: number }
  | { type: "send-heartbeat"; attempt: number }
  | { type: "schedule-heartbeat"; attempt: number; afterMs: number }
  | { type: "schedule-reconnect"; attempt: number; afterMs: number }
  | { type: "schedule-rest"; afterMs: number }
  /** Read again what may have changed before the channel was joined. */
  | { type: "catch-up" };

export type ChannelTransition = { channel: Channel; effects: readonly ChannelEffect[] };

/** A channel that nobody has joined, of a page that is looked at. */
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

/**
 * How long to wait before joining again, in ms: at least what the table says and less than twice as much. Pages that lost
 * their connections at once do not come back at once, which would be refused, and again.
 */
function reconnectDelayMs(failures: number, chance: number): number {
  const leastMs = reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)] ?? 0;
  return Math.round(leastMs * (1 + chance));
}

/** Without a network nothing is scheduled: the next attempt begins when the network is back. */
function scheduleReconnect(channel: Channel, chance: number, before: readonly ChannelEffect[] = []): ChannelTransition {
  const { attempt, failures, offline } = channel;
  const afterMs = reconnectDelayMs(failures, chance);
  return {
    channel: { ...channel, phase: "errored", failures: failures + 1 },
    effects: offline ? before : [...before, { type: "schedule-reconnect", attempt, afterMs }],
  };
}

/** A dead connection may take minutes to say that it is closed, so that is not waited for. */
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
 * The whole rule of the channel: what an event makes of it, and what has to be done then. `chance` is a random number of 0
 * or more and less than 1. A server that has too much to do is not given more: what it refuses is said less often, and
 * only silence or an end has a connection joined anew.
 * Why: docs/decisions/0086-live-updates-at-scale.md
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
