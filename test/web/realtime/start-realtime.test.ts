import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Account } from "../../../domain/accounts/account.ts";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import { accountKey, accountQuery } from "../../../web/src/features/accounts/account.ts";
import { startAsync } from "../../../web/src/features/realtime/realtime.ts";
import { startRealtime } from "../../../web/src/features/realtime/start-realtime.ts";
import { fakeWorld, flushPromises } from "./fake-sockets.ts";

const userId = "u1";
const account: Account = {
  profile: { id: userId, full_name: "Asha", email: "asha@example.com", language_preference: null },
  subscription: null,
};
const subscription = { ...createFreeSubscription(userId, new Date("2026-11-21T09:30:00Z")), revision: 1 };
const change = { type: "event", event: { type: "SubscriptionChanged", userId, subscription } };

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

async function start(visibility: DocumentVisibilityState = "visible") {
  const world = fakeWorld();
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  queries.setQueryData(accountKey(userId), account);
  let reads = 0;
  const observer = new QueryObserver<Account>(queries, {
    ...accountQuery(userId, async () => {
      reads += 1;
      return account;
    }),
  });
  onTestFinished(observer.subscribe(() => {}));
  const network = new EventTarget();
  const listeners = { added: vi.spyOn(network, "addEventListener"), removed: vi.spyOn(network, "removeEventListener") };
  const page = new FakePage();
  page.visibilityState = visibility;
  const stop = startRealtime({
    url: "wss://realtime.example",
    accessToken: async () => "token",
    proveSession: async () => {},
    userId,
    queries,
    network,
    page,
    openSocket: world.openSocket,
    schedule: world.schedule,
    random: () => 0,
  });
  await flushPromises();
  const shown = () => queries.getQueryData<Account>(accountKey(userId))?.subscription;
  return { ...world, queries, network, page, listeners, stop, shown, reads: () => reads };
}

describe("the realtime connection", () => {
  it("stores a changed subscription in the cache, and reads the account once after each join", async () => {
    const { socket, elapse, shown, reads } = await start();
    await socket().open();
    expect(reads()).toBe(1);
    await socket().say(change);
    expect(shown()).toEqual(subscription);
    expect(reads()).toBe(1);
    await socket().end();
    await elapse(1000);
    await socket().open();
    expect(reads()).toBe(2);
  });

  it("does not restore removed data after it is stopped", async () => {
    const { socket, queries, stop } = await start();
    await socket().open();
    stop();
    queries.removeQueries();
    await socket().sayLate(change);
    await socket().end();
    expect(queries.getQueryData(accountKey(userId))).toBeUndefined();
  });

  it("closes when offline, opens a socket again when online, and removes its network listeners when stopped", async () => {
    const { network, listeners, socket, sockets, stop, waits } = await start();
    await socket().open();
    network.dispatchEvent(new Event("offline"));
    expect(socket().state).toBe("closing");
    network.dispatchEvent(new Event("online"));
    await flushPromises();
    expect(sockets).toHaveLength(2);
    stop();
    expect(listeners.removed.mock.calls).toEqual(listeners.added.mock.calls);
    await socket().end();
    expect(waits()).toEqual([]);
  });
});

describe("a page", () => {
  it("refetches the account when it becomes visible after three hidden minutes", async () => {
    const { page, socket, sockets, elapse, reads } = await start();
    await socket().open();
    page.show("hidden");
    await elapse(3 * 60_000);
    expect(socket().state).toBe("closing");
    await socket().end();
    expect([sockets.length, reads()]).toEqual([1, 1]);
    page.show("visible");
    await flushPromises();
    await socket().open();
    expect([sockets.length, reads()]).toEqual([2, 2]);
  });

  it("closes its connection after three minutes if it is hidden from the start", async () => {
    const { socket, elapse } = await start("hidden");
    await socket().open();
    await elapse(3 * 60_000);
    expect(socket().state).toBe("closing");
  });

  it("opens no new connection after the realtime connection was stopped", async () => {
    const { page, sockets, stop, waits } = await start();
    stop();
    page.show("hidden");
    page.show("visible");
    await flushPromises();
    await sockets[0]?.open();
    expect(sockets.map(({ state }) => state)).toEqual(["closing"]);
    expect(waits()).toEqual([]);
  });
});

describe("startAsync", () => {
  it("returns a function that stops the started work", async () => {
    const calls: string[] = [];
    const stop = startAsync(async () => {
      calls.push("start");
      return () => calls.push("stop");
    });
    await flushPromises();
    expect(calls).toEqual(["start"]);
    stop();
    expect(calls).toEqual(["start", "stop"]);
  });

  it("stops the work right after its start if stop() was called during loading", async () => {
    const calls: string[] = [];
    const loaded = Promise.withResolvers<void>();
    const stop = startAsync(async () => {
      await loaded.promise;
      return () => calls.push("stop");
    });
    stop();
    loaded.resolve();
    await flushPromises();
    expect(calls).toEqual(["stop"]);
  });

  it("throws no error if loading fails", async () => {
    const stop = startAsync(() => Promise.reject(new Error("no network")));
    await flushPromises();
    stop();
  });
});
