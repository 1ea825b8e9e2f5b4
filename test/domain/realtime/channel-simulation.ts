import {
  type Channel,
  type ChannelEvent,
  channelTransition,
  closedChannel,
} from "../../../domain/realtime/channel-transition.ts";
import { createTokenBucket } from "../../../fakes/api-gateway/api-gateway.ts";

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

class SimulatedClock {
  now = 0;
  readonly #due: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): void {
    this.#due.push({ at: this.now + ms, run });
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.#due.reduce((first, one) => (one.at < first.at ? one : first), { at: end, run: () => {} });
      if (next.at >= end) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

export type SimulationSettings = {
  pages: number;
  /** `joins` and `heartbeats` are limits of the gateway per second. The burst equals the limit. */
  joins: number;
  heartbeats: number;
  /** True if the gateway ignores heartbeats beyond its limit. */
  isSilent: boolean;
};

export function simulatePages({ pages, joins, heartbeats, isSilent }: SimulationSettings) {
  const time = new SimulatedClock();
  const random = createRandom(7);
  const servesJoin = createTokenBucket({ rate: joins, burst: joins }, () => time.now);
  const servesHeartbeat = createTokenBucket({ rate: heartbeats, burst: heartbeats }, () => time.now);
  const counted = { joined: 0, triedToJoin: 0, heartbeats: 0 };

  function openPage() {
    let channel: Channel = closedChannel;
    const tell = (event: ChannelEvent): void => {
      const { channel: next, effects } = channelTransition(channel, event, random());
      channel = next;
      for (const effect of effects) perform(effect);
    };
    const perform = (effect: ReturnType<typeof channelTransition>["effects"][number]): void => {
      if (effect.type === "schedule-rest" || effect.type === "catch-up") return;
      const { type, attempt } = effect;
      if (type === "open-socket") {
        counted.triedToJoin += 1;
        const isOpened = servesJoin();
        if (isOpened) counted.joined += 1;
        time.after(100, () => tell({ type: isOpened ? "socket-opened" : "socket-closed", attempt }));
      } else if (type === "close-socket") time.after(10, () => tell({ type: "socket-closed", attempt }));
      else if (type === "send-heartbeat") {
        counted.heartbeats += 1;
        if (servesHeartbeat()) time.after(50, () => tell({ type: "heartbeat-answered", attempt }));
        else if (!isSilent) time.after(50, () => tell({ type: "gateway-refused", attempt }));
      } else {
        const due = type === "schedule-heartbeat" ? "heartbeat-due" : "reconnect-due";
        time.after(effect.afterMs, () => tell({ type: due, attempt }));
      }
    };
    return { tell, phase: () => channel.phase, attempt: () => channel.attempt };
  }

  const all = Array.from({ length: pages }, openPage);
  return {
    within: (seconds: number) => {
      const before = { ...counted };
      time.pass(seconds * 1000);
      return {
        joined: counted.joined - before.joined,
        triedToJoin: counted.triedToJoin - before.triedToJoin,
        heartbeats: counted.heartbeats - before.heartbeats,
      };
    },
    joinAll: () => {
      for (const { tell } of all) tell({ type: "join" });
    },
    breakAll: () => {
      for (const { tell, attempt } of all) tell({ type: "socket-closed", attempt: attempt() });
    },
    joinedNow: () => all.filter(({ phase }) => phase() === "joined").length,
  };
}
