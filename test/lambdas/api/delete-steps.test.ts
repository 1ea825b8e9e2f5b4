import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { type DeletionServices, deleteUser } from "../../../lambdas/api/delete-user.ts";
import type { ClosingState } from "../../../lambdas/store/closed-accounts.ts";
import { maxConcurrentWriters } from "../../../lambdas/store/conditional-writes.ts";
import { createMemorySubscriptions } from "../support/memory-subscriptions.ts";
import { aRow } from "../support/plan-world.ts";

const caller = { userId: "asha", username: "Google_7" };
const request = {
  ...{ method: "DELETE", path: "/account", rawBody: "", sourceAddress: "192.0.2.7" },
  header: (name: string) => (name === "authorization" ? "Bearer a.b.c" : ""),
};

function openWorld(rows: Subscription[] = [aRow()]) {
  const remaining = new Set([
    "connection",
    "customer",
    "progress",
    "completed",
    "exams",
    "study",
    "inbox",
    "shares",
    "links",
    "counts",
    "exports",
    "profile",
    "user",
  ]);
  const stored = createMemorySubscriptions(...rows);
  const done: string[] = [];
  const failures: ("before" | "after" | null)[] = [];
  let state: ClosingState | null = null;
  const mark = (next: ClosingState) => {
    if (state !== "closed") state = next;
  };
  const step = async <Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> => {
    const failure = failures.shift();
    if (failure === "before") throw new Error(`${name} failed`);
    done.push(name);
    const result = await work();
    if (failure === "after") throw new Error(`${name} failed, once it was done`);
    return result;
  };
  const removal = (name: string) => () => step(name, () => void remaining.delete(name));
  const nothing = async () => undefined;
  // As in the user pool, the session of a deleted user is not valid.
  const sessionCheck = { holds: async (token: string) => token === "a.b.c" && remaining.has("user") };
  const services: DeletionServices = {
    sessionCheck,
    closedAccounts: {
      stateOf: async () => state,
      begin: () => step("begin", () => mark("closing")),
      finish: () => step("finish", () => mark("closed")),
    },
    connections: {
      listOf: async (user_id) =>
        remaining.has("connection")
          ? [{ user_id, seat: "01", connection_id: "c1", connected_at: "", good_until: 0, expires_at: 0 }]
          : [],
      remove: removal("connection"),
    },
    connectionGateway: { end: (id) => step(`end ${id}`, () => undefined) },
    subscriptions: {
      get: stored.subscriptions.get,
      remove: (row) => step("subscription", () => stored.subscriptions.remove(row)),
    },
    payments: { closeCustomer: (id) => step(`customer ${id}`, () => void remaining.delete("customer")) },
    inboxes: {
      ...{ listShares: async () => [], listLearners: async () => [] },
      ...{ removeShare: nothing, removeLearner: nothing, removeAll: removal("inbox") },
    },
    sharedAudio: { removeOf: nothing },
    shareLinks: { remove: nothing, removeOf: removal("links") },
    shares: {
      list: async () => [],
      changeState: async () => null,
      removeTeacher: nothing,
      removeAll: removal("shares"),
    },
    shareTeachers: { list: async () => [], remove: nothing },
    progress: { removeAll: removal("progress") },
    completedScenarios: { removeAll: removal("completed") },
    examAttempts: { removeAll: removal("exams") },
    studyChanges: { removeAll: removal("study") },
    callCounts: { removeAll: removal("counts") },
    exportFiles: { removeAll: removal("exports") },
    profiles: { remove: removal("profile") },
    users: { remove: (user) => step(`user ${user.username}`, () => void remaining.delete("user")) },
  };
  return { services, remaining, done, failures, stored, state: () => state };
}

describe("the deletion of an account", () => {
  test("marks the account as closing first, and removes the user after all data", async () => {
    const { services, done, remaining, state } = openWorld();
    expect(await deleteUser({ caller, request }, services)).toEqual({ deleted: true });
    expect([done[0], ...done.slice(-3)]).toEqual(["begin", "profile", "user Google_7", "finish"]);
    expect([remaining.size, state()]).toEqual([0, "closed"]);
  });

  test("can be repeated after any failure, and removes the user after all data", async () => {
    const failure = fc.constantFrom("before" as const, "after" as const, null, null);
    await fc.assert(
      fc.asyncProperty(fc.array(failure, { maxLength: 40 }), async (failures) => {
        const world = openWorld();
        world.failures.push(...failures);
        for (let tries = 0; tries <= failures.length; tries += 1) {
          const outcome = await deleteUser({ caller, request }, world.services).catch(() => null);
          if (!world.remaining.has("user")) expect([world.remaining.size, world.stored.row("asha")]).toEqual([0, null]);
          if (outcome) break;
        }
        expect([world.remaining.size, world.stored.row("asha"), world.state()]).toEqual([0, null, "closed"]);
      }),
    );
  });

  test("does not start without an active session, and removes nothing", async () => {
    const { services, remaining, done, state } = openWorld();
    const ended = { ...services, sessionCheck: { holds: async () => false } };
    await expect(deleteUser({ caller, request }, ended)).rejects.toMatchObject({ code: "unauthorized" });
    const unsigned = { ...request, header: () => "" };
    await expect(deleteUser({ caller, request: unsigned }, services)).rejects.toMatchObject({ code: "unauthorized" });
    expect([remaining.size, done, state()]).toEqual([13, [], null]);
  });

  test("does nothing if the account is already deleted", async () => {
    const { services, done } = openWorld();
    await deleteUser({ caller, request }, services);
    const before = done.length;
    expect(await deleteUser({ caller, request }, services)).toEqual({ deleted: true });
    expect(done).toHaveLength(before);
  });

  test("does not call the payment provider for a learner without a customer", async () => {
    const { stripe_customer_id: _, ...free } = aRow();
    for (const rows of [[], [free]]) {
      const { services, done } = openWorld(rows);
      await deleteUser({ caller, request }, services);
      expect(done.filter((name) => name.startsWith("customer"))).toEqual([]);
    }
  });

  test("closes a customer that a checkout stores during the deletion", async () => {
    const { stripe_customer_id: _, ...free } = aRow();
    const { services, done, stored } = openWorld([free]);
    stored.meanwhile.push(() => stored.write("asha", { stripe_customer_id: "cus_late" }));
    await deleteUser({ caller, request }, services);
    expect(done).toContain("customer cus_late");
    expect(stored.row("asha")).toBeNull();
  });

  test("fails and does not remove the user if another writer changes the row at each try", async () => {
    const { services, remaining, stored } = openWorld();
    for (let nth = 0; nth < maxConcurrentWriters; nth += 1)
      stored.meanwhile.push(() => stored.write("asha", { active: nth % 2 === 0 }));
    await expect(deleteUser({ caller, request }, services)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(remaining).toContain("user");
  });
});
