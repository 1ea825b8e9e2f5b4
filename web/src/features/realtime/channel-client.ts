import {
  type ClientMessage,
  channelProtocol,
  GatewayRefusal,
  ServerMessage,
  subprotocolsFor,
} from "../../../../domain/realtime/channel.ts";
import {
  type Channel,
  type ChannelEffect,
  type ChannelEvent,
  type ChannelPhase,
  channelTransition,
  closedChannel,
} from "../../../../domain/realtime/channel-transition.ts";
import type { LearnerEvent } from "../../../../domain/realtime/event.ts";

export type ChannelSocket = {
  readonly protocol: string;
  send: (data: string) => void;
  close: () => void;
  addEventListener: {
    (type: "open" | "close", listener: () => void): void;
    (type: "message", listener: (message: { data: unknown }) => void): void;
  };
};

export type ChannelClientOptions = {
  url: string;
  openSocket: (url: string, protocols: string[]) => ChannelSocket;
  /** Null and a rejection make the attempt to join fail. */
  accessToken: () => Promise<string | null>;
  /** Ends the session if the server refuses it, because no attempt to join can succeed then. */
  proveSession: () => Promise<void>;
  schedule: (run: () => void, afterMs: number) => () => void;
  /** Returns a number from 0 to below 1. */
  random: () => number;
  onEvent: (event: LearnerEvent) => void;
  /** Changes before the join may have been missed. */
  onJoined: () => void;
};

export type ChannelClient = {
  join: () => void;
  leave: () => void;
  goOffline: () => void;
  comeOnline: () => void;
  hide: () => void;
  show: () => void;
  phase: () => ChannelPhase;
};

const failuresBeforeSessionCheck = 2;

const heartbeat: ClientMessage = { type: "heartbeat" };

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}

type MessageKind = Extract<ChannelEvent["type"], "heartbeat-answered" | "gateway-refused" | "server-heard">;

/** Any message shows that the connection is alive, even an unknown message of a newer server. */
function readMessage(data: unknown): { heard: MessageKind; event: LearnerEvent | null } {
  const said = parseJson(data);
  const message = ServerMessage.safeParse(said).data;
  if (message?.type === "heartbeat-ok") return { heard: "heartbeat-answered", event: null };
  const isRefusal = !message && GatewayRefusal.safeParse(said).success;
  return {
    heard: isRefusal ? "gateway-refused" : "server-heard",
    event: message?.type === "event" ? message.event : null,
  };
}

export function createChannelClient(options: ChannelClientOptions): ChannelClient {
  let channel: Channel = closedChannel;
  let socket: ChannelSocket | null = null;
  const timers: Record<"heartbeat" | "reconnect" | "rest", () => void> = {
    heartbeat: () => {},
    reconnect: () => {},
    rest: () => {},
  };

  function dispatch(event: ChannelEvent): void {
    const { channel: next, effects } = channelTransition(channel, event, options.random());
    channel = next;
    if (channel.phase === "closed" || channel.phase === "leaving") stopTimers();
    for (const effect of effects) perform(effect);
  }

  function stopTimers(): void {
    for (const stop of Object.values(timers)) stop();
  }

  function wakeLater(name: keyof typeof timers, event: ChannelEvent, afterMs: number): void {
    timers[name]();
    timers[name] = options.schedule(() => dispatch(event), afterMs);
  }

  function perform(effect: ChannelEffect): void {
    const { type } = effect;
    if (type === "open-socket") void open(effect.attempt);
    else if (type === "close-socket") socket?.close();
    else if (type === "send-heartbeat") socket?.send(JSON.stringify(heartbeat));
    else if (type === "catch-up") options.onJoined();
    else if (type === "schedule-rest") wakeLater("rest", { type: "rest-due" }, effect.afterMs);
    else if (type === "schedule-heartbeat") {
      wakeLater("heartbeat", { type: "heartbeat-due", attempt: effect.attempt }, effect.afterMs);
    } else wakeLater("reconnect", { type: "reconnect-due", attempt: effect.attempt }, effect.afterMs);
  }

  const isCurrent = (attempt: number, phase: ChannelPhase) => channel.attempt === attempt && channel.phase === phase;

  async function open(attempt: number): Promise<void> {
    socket = null;
    const closed: ChannelEvent = { type: "socket-closed", attempt };
    // A browser does not report why a join failed. The session is checked only once in a series of failures, because
    // the network may be the cause.
    if (channel.failures === failuresBeforeSessionCheck) await options.proveSession().catch(() => {});
    const token = await options.accessToken().catch(() => null);
    // The attempt may have been abandoned in the meantime.
    if (token === null || !isCurrent(attempt, "joining")) return dispatch(closed);
    try {
      socket = options.openSocket(options.url, subprotocolsFor(token));
    } catch {
      return dispatch(closed);
    }
    listen(socket, attempt);
  }

  function listen(opened: ChannelSocket, attempt: number): void {
    opened.addEventListener("open", () => {
      // Without this protocol, the response came from another server.
      if (opened.protocol !== channelProtocol) opened.close();
      else dispatch({ type: "socket-opened", attempt });
    });
    opened.addEventListener("close", () => dispatch({ type: "socket-closed", attempt }));
    opened.addEventListener("message", ({ data }) => {
      if (!isCurrent(attempt, "joined")) return;
      const { heard, event } = readMessage(data);
      dispatch({ type: heard, attempt });
      if (event) options.onEvent(event);
    });
  }

  return {
    join: () => dispatch({ type: "join" }),
    leave: () => dispatch({ type: "leave" }),
    goOffline: () => dispatch({ type: "went-offline" }),
    comeOnline: () => dispatch({ type: "came-online" }),
    hide: () => dispatch({ type: "page-hidden" }),
    show: () => dispatch({ type: "page-seen" }),
    phase: () => channel.phase,
  };
}
