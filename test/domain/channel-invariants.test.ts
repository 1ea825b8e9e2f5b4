import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Channel,
  type ChannelEffect,
  type ChannelEvent,
  channelTransition,
  closedChannel,
  reconnectDelaysMs,
} from "../../domain/channel.ts";

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

const byPeople: readonly ChannelEvent[] = [
  { type: "join" },
  { type: "leave" },
  { type: "went-offline" },
  { type: "came-online" },
];

/** A world that does what it is told; the walk chooses what happens in it next. */
class World {
  channel: Channel = closedChannel;
  /** Sockets that have not said that they are closed. */
  readonly sockets = new Map<number, "opening" | "open" | "told-to-close">();
  readonly timers: ChannelEvent[] = [];

  tell(event: ChannelEvent): readonly ChannelEffect[] {
    const { channel, effects } = freeze(channelTransition(freeze(this.channel), freeze(event)));
    this.channel = channel;
    for (const effect of effects) {
      if (effect.type === "open-socket") this.sockets.set(effect.attempt, "opening");
      if (effect.type === "close-socket") this.sockets.set(effect.attempt, "told-to-close");
      if (effect.type === "schedule-heartbeat") this.timers.push({ type: "heartbeat-due", attempt: effect.attempt });
      if (effect.type === "schedule-reconnect") this.timers.push({ type: "reconnect-due", attempt: effect.attempt });
    }
    return effects;
  }

  /** What can happen now. */
  possible(): ChannelEvent[] {
    const fromSockets = [...this.sockets].flatMap(([attempt, state]): ChannelEvent[] => [
      { type: "socket-closed", attempt },
      { type: state === "opening" ? "socket-opened" : "heartbeat-answered", attempt },
    ]);
    return [...byPeople, ...fromSockets, ...this.timers];
  }

  happen(event: ChannelEvent): readonly ChannelEffect[] {
    if (event.type === "socket-closed") this.sockets.delete(event.attempt);
    if (event.type === "socket-opened") this.sockets.set(event.attempt, "open");
    const timer = this.timers.indexOf(event);
    if (timer >= 0) this.timers.splice(timer, 1);
    return this.tell(event);
  }

  wanted(): number[] {
    return [...this.sockets].flatMap(([attempt, state]) => (state === "told-to-close" ? [] : [attempt]));
  }
}

type Step = { before: Channel; event: ChannelEvent; effects: readonly ChannelEffect[]; world: World };

function onEveryStep(judge: () => (step: Step) => void): void {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 80, size: "max" }), (choices) => {
      const judged = judge();
      const world = new World();
      for (const choice of choices) {
        const possible = world.possible();
        const event: ChannelEvent = possible[choice % possible.length] ?? { type: "join" };
        const before = world.channel;
        judged({ before, event, effects: world.happen(event), world });
      }
    }),
    { numRuns: 400 },
  );
}

const has = (effects: readonly ChannelEffect[], type: ChannelEffect["type"]) =>
  effects.some((effect) => effect.type === type);

test("there is one socket in use while joining or joined, and none otherwise", () => {
  onEveryStep(() => ({ world }) => {
    const { phase, attempt } = world.channel;
    expect(world.wanted()).toEqual(phase === "joining" || phase === "joined" ? [attempt] : []);
  });
});

test("it is never stuck: a timer or the network will wake it, or it is closed for good", () => {
  onEveryStep(() => ({ world }) => {
    const { phase, attempt, offline: away } = world.channel;
    if (phase === "errored" && !away) expect(world.timers).toContainEqual({ type: "reconnect-due", attempt });
    if (phase === "joining" || phase === "joined")
      expect(world.timers).toContainEqual({ type: "heartbeat-due", attempt });
    if (phase === "leaving") expect(world.sockets.get(attempt)).toBe("told-to-close");
  });
});

test("a left channel opens nothing until it is joined", () => {
  onEveryStep(() => {
    let left = true;
    return ({ event, effects }) => {
      if (event.type === "join") left = false;
      if (event.type === "leave") left = true;
      if (left) expect(has(effects, "open-socket") || has(effects, "schedule-reconnect")).toBe(false);
    };
  });
});

test("the waits are those of the specification, counted from the last join that succeeded", () => {
  onEveryStep(() => {
    let failures = 0;
    return ({ before, event, effects, world }) => {
      const { phase } = world.channel;
      if (phase === "joined" || event.type === "join") failures = before.phase === phase ? failures : 0;
      if (phase === "errored" && (before.phase === "joining" || before.phase === "joined")) failures += 1;
      const waits = effects.flatMap((effect) => (effect.type === "schedule-reconnect" ? [effect.afterMs] : []));
      for (const wait of waits) expect(wait).toBe(reconnectDelaysMs[Math.min(failures, 4) - 1]);
    };
  });
});

test("every join that succeeds is caught up with, once", () => {
  onEveryStep(() => ({ before, effects, world }) => {
    const joinedNow = world.channel.phase === "joined" && before.phase !== "joined";
    expect(effects.filter(({ type }) => type === "catch-up")).toHaveLength(joinedNow ? 1 : 0);
  });
});

test("nothing of a former attempt changes anything", () => {
  onEveryStep(() => ({ before, event, effects, world }) => {
    if (!("attempt" in event) || event.attempt === before.attempt) return;
    expect(world.channel).toEqual(before);
    expect(effects).toEqual([]);
  });
});
