import { describe, expect, it } from "vitest";
import { heartbeatMs, restAfterMs } from "../../../domain/realtime/channel-transition.ts";
import type { LearnerEvent } from "../../../domain/realtime/event.ts";
import { createChannelClient } from "../../../web/src/features/realtime/channel-client.ts";
import { fakeWorld, flushPromises } from "./fake-sockets.ts";

const event: LearnerEvent = {
  type: "ProfileChanged",
  userId: "u1",
  profile: { id: "u1", full_name: "Asha", email: "asha@example.com", language_preference: null },
};

function start(accessToken?: () => Promise<string | null>, random = () => 0) {
  const world = fakeWorld();
  const events: LearnerEvent[] = [];
  let joins = 0;
  let tokens = 0;
  let proofs = 0;
  const client = createChannelClient({
    url: "wss://realtime.example",
    openSocket: world.openSocket,
    schedule: world.schedule,
    random,
    accessToken:
      accessToken ??
      (async () => {
        tokens += 1;
        return `token-${tokens}`;
      }),
    proveSession: async () => {
      proofs += 1;
    },
    onEvent: (told) => events.push(told),
    onJoined: () => {
      joins += 1;
    },
  });
  const join = async () => {
    client.join();
    await flushPromises();
  };
  const joined = async () => {
    await join();
    await world.socket().open();
  };
  return { ...world, client, events, join, joined, joins: () => joins, proofs: () => proofs };
}

describe("a join of the channel", () => {
  it("sends the token as a subprotocol instead of in the address", async () => {
    const { client, join, socket, joins } = start();
    await join();
    expect(socket().url).toBe("wss://realtime.example");
    expect(socket().offered).toEqual(["parlance", "token-1"]);
    expect([client.phase(), joins()]).toEqual(["joining", 0]);
    await socket().open();
    expect([client.phase(), joins()]).toEqual(["joined", 1]);
  });

  it("opens only one socket if it is requested twice", async () => {
    const { client, joined, sockets } = start();
    await joined();
    client.join();
    await flushPromises();
    expect(sockets).toHaveLength(1);
  });

  it("fails if the server does not accept the channel's protocol", async () => {
    const { client, join, socket, joins } = start();
    await join();
    await socket().open("");
    expect(socket().state).toBe("closing");
    await socket().end();
    expect([client.phase(), joins()]).toEqual(["errored", 0]);
  });

  it.each([
    ["no learner is logged in", async () => null],
    ["the token cannot be renewed", () => Promise.reject(new Error("no network"))],
  ])("schedules a retry when %s", async (_what, accessToken) => {
    const { client, join, sockets, waits } = start(accessToken);
    await join();
    expect(sockets).toEqual([]);
    expect(client.phase()).toBe("errored");
    expect(waits()).toContain(1000);
  });

  it("schedules a retry when the browser refuses the socket", async () => {
    const world = fakeWorld();
    const client = createChannelClient({
      url: "nonsense",
      openSocket: () => {
        throw new DOMException("Invalid URL", "SyntaxError");
      },
      schedule: world.schedule,
      random: () => 0,
      accessToken: async () => "token",
      proveSession: async () => {},
      onEvent: () => {},
      onJoined: () => {},
    });
    client.join();
    await flushPromises();
    expect(client.phase()).toBe("errored");
    expect(world.waits()).toContain(1000);
  });
});

describe("a connection", () => {
  it("is opened again with a new token after a failure", async () => {
    const { client, joined, socket, sockets, elapse, joins } = start();
    await joined();
    await socket().end();
    expect(client.phase()).toBe("errored");
    await elapse(1000);
    expect(sockets).toHaveLength(2);
    expect(socket().offered).toEqual(["parlance", "token-2"]);
    await socket().open();
    expect([client.phase(), joins()]).toEqual(["joined", 2]);
  });

  it("is retried after 1, 2, 5, 10 and 10 seconds if the random value is 0", async () => {
    const { join, socket, elapse, sockets } = start();
    await join();
    for (const seconds of [1, 2, 5, 10, 10]) {
      await socket().end();
      await elapse(seconds * 1000);
    }
    expect(sockets).toHaveLength(6);
  });

  it("causes one check of the session in a series of failed attempts", async () => {
    const { join, socket, elapse, proofs } = start();
    await join();
    await socket().end();
    await elapse(1000);
    expect(proofs()).toBe(0);
    for (const seconds of [2, 5, 10, 10]) {
      await socket().end();
      await elapse(seconds * 1000);
      expect(proofs()).toBe(1);
    }
    await socket().open();
    await elapse(heartbeatMs);
    await socket().say({ type: "heartbeat-ok" });
    for (const seconds of [1, 2]) {
      await socket().end();
      await elapse(seconds * 1000);
    }
    expect(proofs()).toBe(2);
  });

  it("is closed after two unanswered heartbeats", async () => {
    const { client, joined, sockets, socket, elapse } = start();
    await joined();
    const dead = socket();
    await elapse(heartbeatMs);
    expect(dead.sent).toEqual([{ type: "heartbeat" }]);
    await elapse(heartbeatMs);
    expect([dead.sent.length, dead.state]).toEqual([2, "open"]);
    await elapse(heartbeatMs);
    expect([dead.state, client.phase()]).toEqual(["closing", "errored"]);
    await elapse(1000);
    await socket().open();
    await dead.end();
    expect(client.phase()).toBe("joined");
    expect(sockets).toHaveLength(2);
  });

  it("is retried after 1.25, 2.5, 6.25 and 12.5 seconds if the random value is 0.25", async () => {
    const { join, socket, elapse, sockets } = start(undefined, () => 0.25);
    await join();
    for (const ms of [1250, 2500, 6250, 12_500]) {
      await socket().end();
      await elapse(ms);
    }
    expect(sockets).toHaveLength(5);
  });

  it("remains open with fewer heartbeats if the gateway throttles them", async () => {
    const { client, joined, socket, sockets, elapse } = start();
    await joined();
    for (const factor of [1, 1, 2, 4, 8, 8]) {
      await elapse(factor * heartbeatMs);
      await socket().say({ message: "Too Many Requests", connectionId: "c1", requestId: "r1" });
    }
    expect(socket().sent).toHaveLength(6);
    expect(sockets).toHaveLength(1);
    expect(client.phase()).toBe("joined");
  });

  it("remains joined while its heartbeats are answered", async () => {
    const { client, joined, socket, elapse } = start();
    await joined();
    for (let beats = 0; beats < 3; beats += 1) {
      await elapse(heartbeatMs);
      await socket().say({ type: "heartbeat-ok" });
    }
    expect(socket().sent).toHaveLength(3);
    expect(client.phase()).toBe("joined");
  });
});

describe("a message of the server", () => {
  it("is passed on if it is an event", async () => {
    const { joined, socket, events } = start();
    await joined();
    await socket().say({ type: "event", event });
    expect(events).toEqual([event]);
  });

  it.each([
    "no JSON",
    "null",
    { type: "event", event: { type: "PlanetsAligned" } },
    { message: "Internal server error" },
  ])("is not passed on if it is not a known event: %j", async (message) => {
    const { client, joined, socket, events } = start();
    await joined();
    await socket().say(message);
    await socket().say({ type: "event", event });
    expect(events).toEqual([event]);
    expect(client.phase()).toBe("joined");
  });
});

describe("leaving the channel", () => {
  it("closes the socket and ignores later messages", async () => {
    const { client, joined, socket, events, waits } = start();
    await joined();
    client.leave();
    expect([client.phase(), socket().state]).toEqual(["leaving", "closing"]);
    await socket().sayLate({ type: "event", event });
    await socket().end();
    expect(client.phase()).toBe("closed");
    expect(events).toEqual([]);
    expect(waits()).toEqual([]);
  });

  it("opens no socket if the token is still being renewed", async () => {
    const token = Promise.withResolvers<string>();
    const { client, join, sockets, waits } = start(() => token.promise);
    await join();
    client.leave();
    token.resolve("late");
    await flushPromises();
    expect(sockets).toEqual([]);
    expect(client.phase()).toBe("closed");
    expect(waits()).toEqual([]);
  });

  it("and joining again at once opens only one socket", async () => {
    const { client, sockets, socket, join } = start();
    client.join();
    client.leave();
    await join();
    expect(sockets).toHaveLength(1);
    await socket().open();
    expect(client.phase()).toBe("joined");
  });

  it("cancels the next retry", async () => {
    const { client, join, socket, waits } = start();
    await join();
    await socket().end();
    client.leave();
    expect(client.phase()).toBe("closed");
    expect(waits()).toEqual([]);
  });
});

describe("the channel client", () => {
  it("closes the connection when offline, and joins again at once when online", async () => {
    const { client, joined, sockets, socket, waits } = start();
    await joined();
    client.goOffline();
    expect([client.phase(), socket().state]).toEqual(["errored", "closing"]);
    expect(waits()).not.toContain(1000);
    client.comeOnline();
    await flushPromises();
    expect(sockets).toHaveLength(2);
    await socket().open();
    expect(client.phase()).toBe("joined");
  });
});

describe("a page that is hidden", () => {
  it("closes its connection after three minutes, and joins again when visible", async () => {
    const { client, joined, sockets, socket, elapse, joins } = start();
    await joined();
    client.hide();
    await elapse(restAfterMs);
    expect([client.phase(), socket().state]).toEqual(["resting", "closing"]);
    await socket().end();
    await elapse(heartbeatMs);
    expect(sockets).toHaveLength(1);
    client.show();
    await flushPromises();
    expect(sockets).toHaveLength(2);
    await socket().open();
    expect([client.phase(), joins()]).toEqual(["joined", 2]);
  });

  it("has only one timer to close its connection after it was hidden twice", async () => {
    const { client, joined, waits } = start();
    await joined();
    client.hide();
    client.show();
    client.hide();
    expect(waits().filter((afterMs) => afterMs === restAfterMs)).toHaveLength(1);
  });

  it("has no timer after the channel is left", async () => {
    const { client, joined, socket, elapse, waits } = start();
    await joined();
    client.hide();
    await elapse(restAfterMs);
    await socket().end();
    client.leave();
    expect(client.phase()).toBe("closed");
    expect(waits()).toEqual([]);
  });
});
