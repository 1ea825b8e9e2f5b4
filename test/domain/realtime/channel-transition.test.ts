import { describe, expect, test } from "vitest";
import {
  type Channel,
  type ChannelEffect,
  type ChannelEvent,
  channelTransition,
  closedChannel,
  heartbeatMs,
} from "../../../domain/realtime/channel-transition.ts";

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

/** With the default `chance`, the wait before a reconnect has its shortest length. */
function follow(events: readonly ChannelEvent[], from: Channel = closedChannel, chance = 0) {
  let channel = freeze(from);
  let effects: readonly ChannelEffect[] = [];
  for (const event of events) ({ channel, effects } = freeze(channelTransition(channel, freeze(event), chance)));
  return { channel, effects };
}

const join: ChannelEvent = { type: "join" };
const leave: ChannelEvent = { type: "leave" };
const opened = (attempt: number): ChannelEvent => ({ type: "socket-opened", attempt });
const closed = (attempt: number): ChannelEvent => ({ type: "socket-closed", attempt });
const reconnectDue = (attempt: number): ChannelEvent => ({ type: "reconnect-due", attempt });
const heartbeatDue = (attempt: number): ChannelEvent => ({ type: "heartbeat-due", attempt });
const answered = (attempt: number): ChannelEvent => ({ type: "heartbeat-answered", attempt });
const refused = (attempt: number): ChannelEvent => ({ type: "gateway-refused", attempt });
const heard = (attempt: number): ChannelEvent => ({ type: "server-heard", attempt });
const hidden: ChannelEvent = { type: "page-hidden" };
const seen: ChannelEvent = { type: "page-seen" };
const restDue: ChannelEvent = { type: "rest-due" };
const resting: ChannelEffect = { type: "schedule-rest", afterMs: 180_000 };
const offline: ChannelEvent = { type: "went-offline" };
const online: ChannelEvent = { type: "came-online" };
const opening = (attempt: number): ChannelEffect[] => [
  { type: "open-socket", attempt },
  { type: "schedule-heartbeat", attempt, afterMs: heartbeatMs },
];
const closing = (attempt: number): ChannelEffect => ({ type: "close-socket", attempt });
const reconnecting = (attempt: number, afterMs: number): ChannelEffect => ({
  type: "schedule-reconnect",
  attempt,
  afterMs,
});

describe("a channel that joins", () => {
  test("passes from closed through joining to joined, and then catches up", () => {
    expect(follow([])).toMatchObject({ channel: { phase: "closed" }, effects: [] });
    expect(follow([join])).toMatchObject({ channel: { phase: "joining" }, effects: opening(1) });
    expect(follow([join, opened(1)])).toMatchObject({ channel: { phase: "joined" }, effects: [{ type: "catch-up" }] });
  });

  test("ignores a second join while it is joining, joined or waiting to reconnect", () => {
    expect(follow([join, join]).effects).toEqual([]);
    expect(follow([join, opened(1), join]).effects).toEqual([]);
    expect(follow([join, closed(1), join]).effects).toEqual([]);
  });

  test("fails if joining takes longer than a heartbeat interval", () => {
    const { channel, effects } = follow([join, heartbeatDue(1)]);
    expect(channel.phase).toBe("errored");
    expect(effects).toEqual([closing(1), reconnecting(1, 1000)]);
  });
});

describe("a channel that leaves", () => {
  test("passes through leaving to closed", () => {
    expect(follow([join, opened(1), leave])).toMatchObject({ channel: { phase: "leaving" }, effects: [closing(1)] });
    expect(follow([join, opened(1), leave, closed(1)])).toMatchObject({ channel: { phase: "closed" }, effects: [] });
  });

  test("cancels a join in progress or the wait for a join", () => {
    expect(follow([join, leave])).toMatchObject({ channel: { phase: "leaving" }, effects: [closing(1)] });
    expect(follow([join, leave, opened(1)])).toMatchObject({ channel: { phase: "leaving" }, effects: [] });
    expect(follow([join, closed(1), leave])).toMatchObject({ channel: { phase: "closed" }, effects: [] });
    expect(follow([join, closed(1), leave, reconnectDue(1)])).toMatchObject({
      channel: { phase: "closed" },
      effects: [],
    });
  });

  test("joins with a new socket if a join follows before the old socket is closed", () => {
    const events = [join, opened(1), leave, join];
    expect(follow(events)).toMatchObject({ channel: { phase: "joining" }, effects: opening(2) });
    expect(follow([...events, closed(1)])).toMatchObject({ channel: { phase: "joining" }, effects: [] });
    expect(follow([...events, closed(1), opened(2)]).channel.phase).toBe("joined");
  });
});

describe("a failed connection", () => {
  test("reconnects after at least 1, 2, 5 and then 10 seconds", () => {
    let channel = follow([join]).channel;
    const waits = [1, 2, 3, 4, 5, 6].map((attempt) => {
      const failed = follow([closed(attempt)], channel);
      expect(failed.channel.phase).toBe("errored");
      const again = follow([reconnectDue(attempt)], failed.channel);
      expect(again.effects).toEqual(opening(attempt + 1));
      channel = again.channel;
      return failed.effects;
    });
    const seconds = [1, 2, 5, 10, 10, 10];
    expect(waits).toEqual(seconds.map((wait, at) => [reconnecting(at + 1, wait * 1000)]));
  });

  test("resets the wait after an answered heartbeat, but not after a join", () => {
    const { channel } = follow([join, closed(1), reconnectDue(1), closed(2), reconnectDue(2), opened(3)]);
    expect(follow([closed(3)], channel).effects).toEqual([reconnecting(3, 5000)]);
    expect(follow([heartbeatDue(3), answered(3), closed(3)], channel).effects).toEqual([reconnecting(3, 1000)]);
  });

  test.each([
    [0, [1000, 2000, 5000, 10_000, 10_000]],
    [0.5, [1500, 3000, 7500, 15_000, 15_000]],
    [0.999, [1999, 3998, 9995, 19_990, 19_990]],
  ])("lengthens each wait by the random fraction %d", (chance, waits) => {
    let { channel } = follow([join]);
    for (const [at, afterMs] of waits.entries()) {
      const failed = follow([closed(at + 1)], channel, chance);
      expect(failed.effects).toEqual([reconnecting(at + 1, afterMs)]);
      channel = follow([reconnectDue(at + 1)], failed.channel).channel;
    }
  });

  test("catches up when it joins again", () => {
    expect(follow([join, opened(1), closed(1), reconnectDue(1), opened(2)]).effects).toEqual([{ type: "catch-up" }]);
  });
});

describe("heartbeats", () => {
  const joined = [join, opened(1)];

  test("are sent every 30 seconds if all of them are answered", () => {
    const beat = [
      { type: "send-heartbeat", attempt: 1 },
      { type: "schedule-heartbeat", attempt: 1, afterMs: 30_000 },
    ];
    expect(follow([...joined, heartbeatDue(1)]).effects).toEqual(beat);
    expect(follow([...joined, heartbeatDue(1), answered(1), heartbeatDue(1)]).effects).toEqual(beat);
  });

  test("close the connection after two successive heartbeats without an answer or another message", () => {
    const events = [...joined, heartbeatDue(1), heartbeatDue(1), heartbeatDue(1)];
    expect(follow(events.slice(0, -1)).effects).toContainEqual({ type: "send-heartbeat", attempt: 1 });
    expect(follow(events)).toMatchObject({
      channel: { phase: "errored" },
      effects: [closing(1), reconnecting(1, 1000)],
    });
    expect(follow([...events, closed(1)]).effects).toEqual([]);
    expect(follow([...events, reconnectDue(1), closed(1), opened(2)]).channel.phase).toBe("joined");
  });

  test("ignore answers and timers of an earlier connection", () => {
    const again = [...joined, heartbeatDue(1), closed(1), reconnectDue(1), opened(2)];
    expect(follow([...again, heartbeatDue(1)]).effects).toEqual([]);
    const silent = [...again, heartbeatDue(2), answered(1), heartbeatDue(2), answered(1)];
    expect(follow([...silent, heartbeatDue(2)]).effects).toContainEqual(closing(2));
  });

  test("need no answer while other messages arrive", () => {
    let { channel } = follow(joined);
    for (let beats = 0; beats < 5; beats += 1) {
      const beat = follow([heartbeatDue(1)], channel);
      expect(beat.effects).toContainEqual({ type: "send-heartbeat", attempt: 1 });
      channel = follow([heard(1)], beat.channel).channel;
    }
  });

  const waitOf = (effects: readonly ChannelEffect[]) =>
    effects.flatMap((effect) => (effect.type === "schedule-heartbeat" ? [effect.afterMs / 1000] : []));

  test("halve their rate after a refusal and double it after an answer, within limits", () => {
    let { channel } = follow(joined);
    const waits = [1, 2, 3, 4, 5].map(() => {
      const beat = follow([heartbeatDue(1)], channel);
      channel = follow([refused(1)], beat.channel).channel;
      return waitOf(beat.effects);
    });
    expect(waits.flat()).toEqual([30, 60, 120, 240, 240]);
    const recovery = [1, 2, 3, 4, 5].map(() => {
      const beat = follow([heartbeatDue(1)], channel);
      channel = follow([answered(1)], beat.channel).channel;
      return waitOf(beat.effects);
    });
    expect(recovery.flat()).toEqual([240, 120, 60, 30, 30]);
  });

  test("halve their rate after two unanswered heartbeats closed the connection", () => {
    const silent = [...joined, heartbeatDue(1), heartbeatDue(1), heartbeatDue(1), reconnectDue(1), opened(2)];
    const beat = follow([...silent, heartbeatDue(2)]);
    expect(waitOf(beat.effects)).toEqual([60]);
    expect(waitOf(follow([answered(2), heartbeatDue(2)], beat.channel).effects)).toEqual([30]);
  });
});

describe("a channel whose network fails", () => {
  test("closes its connection and does not reconnect until the network is back", () => {
    const events = [join, opened(1), offline];
    expect(follow(events)).toMatchObject({ channel: { phase: "errored" }, effects: [closing(1)] });
    expect(follow([...events, reconnectDue(1)]).effects).toEqual([]);
    expect(follow([...events, online])).toMatchObject({ channel: { phase: "joining" }, effects: opening(2) });
  });

  test("reconnects at once when the network is back", () => {
    const events = [join, closed(1), online];
    expect(follow(events).effects).toEqual(opening(2));
    expect(follow([...events, reconnectDue(1)]).effects).toEqual([]);
  });

  test("delays a join until the network is back", () => {
    expect(follow([offline, join])).toMatchObject({ channel: { phase: "errored" }, effects: [] });
    expect(follow([offline, join, online]).effects).toEqual(opening(1));
    expect(follow([offline, online]).effects).toEqual([]);
  });
});

describe("a hidden page", () => {
  test("closes its connection after three minutes, and rejoins when visible again", () => {
    const events = [join, opened(1), hidden];
    expect(follow(events)).toMatchObject({ channel: { phase: "joined" }, effects: [resting] });
    expect(follow([...events, restDue])).toMatchObject({ channel: { phase: "resting" }, effects: [closing(1)] });
    const again = [...events, restDue, closed(1), seen];
    expect(follow(again)).toMatchObject({ channel: { phase: "joining" }, effects: opening(2) });
    expect(follow([...again, opened(2)]).effects).toEqual([{ type: "catch-up" }]);
  });

  test("keeps its connection if it is visible again within three minutes", () => {
    const events = [join, opened(1), hidden, seen];
    expect(follow([...events, restDue])).toMatchObject({ channel: { phase: "joined" }, effects: [] });
  });

  test("stops its attempts to join after three minutes", () => {
    const events = [join, closed(1), hidden, restDue];
    expect(follow(events)).toMatchObject({ channel: { phase: "resting" }, effects: [] });
    expect(follow([...events, reconnectDue(1)]).effects).toEqual([]);
    expect(follow([...events, seen]).effects).toEqual(opening(2));
  });

  test("joins even if it is hidden from the start", () => {
    expect(follow([hidden]).effects).toEqual([]);
    expect(follow([hidden, join]).effects).toEqual([...opening(1), resting]);
  });

  test("that closed its connection reconnects only when it is visible and the network is back", () => {
    const events = [join, opened(1), hidden, restDue, offline, seen];
    expect(follow(events)).toMatchObject({ channel: { phase: "errored" }, effects: [] });
    expect(follow([...events, online]).effects).toEqual(opening(2));
    expect(follow([join, opened(1), hidden, restDue, offline, online]).effects).toEqual([]);
  });

  test("can leave the channel while it is disconnected", () => {
    const events = [join, opened(1), hidden, restDue, leave];
    expect(follow(events)).toMatchObject({ channel: { phase: "closed" }, effects: [] });
    expect(follow([...events, seen]).effects).toEqual([]);
  });
});
