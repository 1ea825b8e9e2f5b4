import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Channel,
  type ChannelEffect,
  type ChannelEvent,
  channelTransition,
  closedChannel,
  maxHeartbeatMs,
  reconnectDelaysMs,
} from "../../../domain/realtime/channel-transition.ts";

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

const byPeople: readonly ChannelEvent[] = [
  { type: "join" },
  { type: "leave" },
  { type: "went-offline" },
  { type: "came-online" },
  { type: "page-hidden" },
  { type: "page-seen" },
];

const heardOn = (attempt: number): ChannelEvent[] => [
  { type: "heartbeat-answered", attempt },
  { type: "gateway-refused", attempt },
  { type: "server-heard", attempt },
];

class World {
  channel: Channel = closedChannel;
  /** By connection attempt. A socket is removed at its close event. */
  readonly sockets = new Map<number, "opening" | "open" | "told-to-close">();
  readonly timers: ChannelEvent[] = [];

  tell(event: ChannelEvent, chance: number): readonly ChannelEffect[] {
    const { channel, effects } = freeze(channelTransition(freeze(this.channel), freeze(event), chance));
    this.channel = channel;
    for (const effect of effects) {
      if (effect.type === "open-socket") this.sockets.set(effect.attempt, "opening");
      if (effect.type === "close-socket") this.sockets.set(effect.attempt, "told-to-close");
      if (effect.type === "schedule-heartbeat") this.timers.push({ type: "heartbeat-due", attempt: effect.attempt });
      if (effect.type === "schedule-rest") this.timers.push({ type: "rest-due" });
      if (effect.type === "schedule-reconnect") this.timers.push({ type: "reconnect-due", attempt: effect.attempt });
    }
    return effects;
  }

  possible(): ChannelEvent[] {
    const fromSockets = [...this.sockets].flatMap(([attempt, state]): ChannelEvent[] => [
      { type: "socket-closed", attempt },
      ...(state === "opening" ? ([{ type: "socket-opened", attempt }] as const) : heardOn(attempt)),
    ]);
    return [...byPeople, ...fromSockets, ...this.timers];
  }

  happen(event: ChannelEvent, chance: number): readonly ChannelEffect[] {
    if (event.type === "socket-closed") this.sockets.delete(event.attempt);
    if (event.type === "socket-opened") this.sockets.set(event.attempt, "open");
    const timer = this.timers.indexOf(event);
    if (timer >= 0) this.timers.splice(timer, 1);
    return this.tell(event, chance);
  }

  wanted(): number[] {
    return [...this.sockets].flatMap(([attempt, state]) => (state === "told-to-close" ? [] : [attempt]));
  }
}

type Step = { before: Channel; event: ChannelEvent; effects: readonly ChannelEffect[]; world: World; chance: number };

const choice = fc.record({ which: fc.nat(), chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }) });

function onEveryStep(judge: () => (step: Step) => void): void {
  fc.assert(
    fc.property(fc.array(choice, { minLength: 1, maxLength: 80, size: "max" }), (choices) => {
      const judged = judge();
      const world = new World();
      for (const { which, chance } of choices) {
        const possible = world.possible();
        const event: ChannelEvent = possible[which % possible.length] ?? { type: "join" };
        const before = world.channel;
        judged({ before, event, effects: world.happen(event, chance), world, chance });
      }
    }),
    { numRuns: 400 },
  );
}

const has = (effects: readonly ChannelEffect[], type: ChannelEffect["type"]) =>
  effects.some((effect) => effect.type === type);

test("the channel uses exactly one socket while joining or joined, and none otherwise", () => {
  onEveryStep(() => ({ world }) => {
    const { phase, attempt } = world.channel;
    expect(world.wanted()).toEqual(phase === "joining" || phase === "joined" ? [attempt] : []);
  });
});

test("an online channel that is not closed waits for a timer, a closing socket or a visible page", () => {
  onEveryStep(() => ({ world }) => {
    const { phase, attempt, offline: away } = world.channel;
    if (phase === "errored" && !away) expect(world.timers).toContainEqual({ type: "reconnect-due", attempt });
    if (phase === "joining" || phase === "joined")
      expect(world.timers).toContainEqual({ type: "heartbeat-due", attempt });
    if (phase === "resting") expect(world.channel.hidden).toBe(true);
    if (phase === "leaving") expect(world.sockets.get(attempt)).toBe("told-to-close");
  });
});

test("a channel that was left opens no socket until it is joined again", () => {
  onEveryStep(() => {
    let left = true;
    return ({ event, effects }) => {
      if (event.type === "join") left = false;
      if (event.type === "leave") left = true;
      if (left) expect(has(effects, "open-socket") || has(effects, "schedule-reconnect")).toBe(false);
    };
  });
});

test("each scheduled reconnect waits for its delay plus a random part of at most that length", () => {
  onEveryStep(() => {
    let failures = 0;
    return ({ before, event, effects, world, chance }) => {
      const { phase } = world.channel;
      const isCurrent = "attempt" in event && event.attempt === before.attempt;
      const isFresh = event.type === "join" && (before.phase === "closed" || before.phase === "leaving");
      if (isFresh || phase === "resting" || (event.type === "heartbeat-answered" && isCurrent)) failures = 0;
      if (phase === "errored" && (before.phase === "joining" || before.phase === "joined")) failures += 1;
      for (const effect of effects) {
        if (effect.type !== "schedule-reconnect") continue;
        const leastMs = reconnectDelaysMs[Math.min(failures, 4) - 1] ?? 0;
        expect(effect.afterMs).toBeGreaterThanOrEqual(leastMs);
        expect(effect.afterMs).toBeLessThanOrEqual(2 * leastMs);
        expect(effect.afterMs).toBe(Math.round(leastMs + leastMs * chance));
      }
    };
  });
});

test("a random number changes only the wait before a reconnect", () => {
  onEveryStep(() => ({ before, event, effects, world, chance }) => {
    const sure = channelTransition(before, event, 0);
    const lengthened = (ms: number) => Math.round(ms + ms * chance);
    const expected = sure.effects.map((effect) =>
      effect.type === "schedule-reconnect" ? { ...effect, afterMs: lengthened(effect.afterMs) } : effect,
    );
    expect(world.channel).toEqual(sure.channel);
    expect(effects).toEqual(expected);
  });
});

test("a message of the server never causes an effect", () => {
  onEveryStep(() => ({ event, effects }) => {
    if (!["heartbeat-answered", "gateway-refused", "server-heard"].includes(event.type)) return;
    expect(effects).toEqual([]);
  });
});

test("the time between heartbeats is between 30 seconds and half of API Gateway's idle limit", () => {
  expect(maxHeartbeatMs).toBeLessThanOrEqual(5 * 60_000);
  onEveryStep(() => ({ effects }) => {
    for (const effect of effects) {
      if (effect.type !== "schedule-heartbeat") continue;
      expect(effect.afterMs).toBeGreaterThanOrEqual(30_000);
      expect(effect.afterMs).toBeLessThanOrEqual(5 * 60_000);
    }
  });
});

test("a channel is in the resting phase only while its page is hidden", () => {
  onEveryStep(() => ({ before, event, effects, world }) => {
    if (world.channel.phase === "resting") expect(world.channel.hidden).toBe(true);
    if (before.phase === "resting" && event.type !== "page-seen") {
      expect(effects.filter(({ type }) => type !== "schedule-rest")).toEqual([]);
    }
  });
});

test("each successful join causes exactly one catch-up effect", () => {
  onEveryStep(() => ({ before, effects, world }) => {
    const joinedNow = world.channel.phase === "joined" && before.phase !== "joined";
    expect(effects.filter(({ type }) => type === "catch-up")).toHaveLength(joinedNow ? 1 : 0);
  });
});

test("an event of an earlier connection attempt changes nothing", () => {
  onEveryStep(() => ({ before, event, effects, world }) => {
    if (!("attempt" in event) || event.attempt === before.attempt) return;
    expect(world.channel).toEqual(before);
    expect(effects).toEqual([]);
  });
});
