import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import type { ConnectionEvent, LearnerEvent } from "../../../domain/realtime/event.ts";
import type { ConnectionGateway } from "../../../lambdas/connections/connection-gateway.ts";
import { pushChanges } from "../../../lambdas/realtime/push-changes.ts";
import type { Connection } from "../../../lambdas/store/connections.ts";
import { context } from "../support/event.ts";
import { nextAfterHeartbeat, type RealtimeCloud, startRealtimeCloud } from "./realtime-cloud.ts";

let cloud: RealtimeCloud;
beforeAll(async () => {
  cloud = await startRealtimeCloud();
});
afterAll(() => cloud.close());

const subscriptionOf = (userId: string): LearnerEvent => ({
  type: "SubscriptionChanged",
  userId,
  subscription: createFreeSubscription(userId, new Date("2026-11-21T09:30:00Z")),
});
const profileOf = (userId: string): LearnerEvent => ({
  type: "ProfileChanged",
  userId,
  profile: { id: userId, full_name: "Asha Rai", email: "asha@example.com", language_preference: "nepali" },
});
const deadLettersOf = (user: string) => cloud.deadLetters.filter(({ detail }) => Object(detail).userId === user);
const nothingElse = { type: "heartbeat-ok" };

const rowOf = (user_id: string, connection_id: string, connectedAt: Date): Connection => ({
  user_id,
  seat: "01",
  connection_id,
  connected_at: connectedAt.toISOString(),
  good_until: Math.floor(connectedAt.getTime() / 1000) + 7200,
  expires_at: Math.floor(connectedAt.getTime() / 1000) + 7200,
});
const unheardOf = () => Promise.reject(new Error("Ended a connection"));
const anHourAgo = () => new Date(Date.now() - 3_600_000);

describe("a change", () => {
  it.each([
    ["of a plan", subscriptionOf],
    ["of a profile", profileOf],
  ])("%s reaches every connection of its learner and no other connection", async (_what, eventOf) => {
    const [asha, ben] = [cloud.newUser(), cloud.newUser()];
    const ashas = [await cloud.open(asha), await cloud.open(asha)];
    const bens = [await cloud.open(ben), await cloud.open(ben)];
    const event = eventOf(asha);
    await cloud.publish(event);
    for (const client of ashas) expect(await client.next()).toEqual({ type: "event", event });
    for (const client of [...ashas, ...bens]) expect(await nextAfterHeartbeat(client)).toEqual(nothingElse);
  });

  it("reaches no connection and succeeds if its learner is not connected", async () => {
    const bystander = await cloud.open(cloud.newUser());
    const user = cloud.newUser();
    await cloud.publish(profileOf(user));
    expect(await nextAfterHeartbeat(bystander)).toEqual(nothingElse);
    expect(deadLettersOf(user)).toEqual([]);
  });

  it("is sent twice and unchanged if it is published twice", async () => {
    const user = cloud.newUser();
    const client = await cloud.open(user);
    const event = subscriptionOf(user);
    await cloud.publish(event);
    await cloud.publish(event);
    expect([await client.next(), await client.next()]).toEqual([
      { type: "event", event },
      { type: "event", event },
    ]);
    expect(await cloud.idsOf(user)).toEqual([client.id]);
  });

  it("is logged with the learner's id and without personal data", async () => {
    const user = cloud.newUser();
    await cloud.open(user);
    const before = cloud.logLines.length;
    await cloud.publish(profileOf(user));
    const logged = cloud.logLines.slice(before).join("\n");
    expect(logged).toContain("push-changes");
    expect(logged).toContain(`"userId":"${user}"`);
    expect(logged).not.toMatch(/Asha|asha@|nepali/);
  });

  it.each([
    ["has an unknown type", { type: "SubscriptionEnded", userId: "u1" }],
    ["has an invalid profile", { type: "ProfileChanged", userId: "u1", profile: {} }],
  ])("is refused if its event %s", async (_what, detail) => {
    const { handler } = await import("../../../lambdas/realtime/push-changes.ts");
    const error: unknown = await handler({ detail }, context).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(z.core.$ZodError);
    expect(error).toMatchObject({ issues: [{ code: "invalid_union", path: ["detail"] }] });
  });
});

describe("a lost connection", () => {
  it("has its row removed, and another connection receives the change", async () => {
    const user = cloud.newUser();
    await cloud.connections.add(rowOf(user, "gone-for-long=", anHourAgo()), anHourAgo());
    const client = await cloud.open(user);
    const event = profileOf(user);
    await cloud.publish(event);
    expect(await client.next()).toEqual({ type: "event", event });
    expect(await cloud.idsOf(user)).toEqual([client.id]);
    expect(deadLettersOf(user)).toEqual([]);
  });

  it("keeps its row if the row has just been stored", async () => {
    const user = cloud.newUser();
    await cloud.connections.add(rowOf(user, "opening=", new Date()), new Date());
    await cloud.publish(profileOf(user));
    expect(await cloud.idsOf(user)).toEqual(["opening="]);
    expect(deadLettersOf(user)).toEqual([]);
  });
});

it("a change closes a connection with an expired token and removes its row", async () => {
  const user = cloud.newUser();
  const client = await cloud.open(user);
  const closed = new Promise((resolve) => client.socket.addEventListener("close", resolve, { once: true }));
  await cloud.endTokens(user);
  await cloud.publish(profileOf(user));
  await closed;
  expect(await cloud.idsOf(user)).toEqual([]);
  expect(deadLettersOf(user)).toEqual([]);
});

describe("ended sessions", () => {
  it("close their own connections, and no connection of another learner", async () => {
    const [asha, ben] = [cloud.newUser(), cloud.newUser()];
    const [first, second, other] = [await cloud.open(asha), await cloud.open(asha), await cloud.open(ben)];
    await cloud.publish({
      type: "SessionsEnded",
      userId: asha,
      connectionIds: [first.id, "gone-for-long=", second.id],
    });
    expect(await first.closed).toBe(1000);
    expect(await second.closed).toBe(1000);
    expect(await nextAfterHeartbeat(other)).toEqual(nothingElse);
    expect(deadLettersOf(asha)).toEqual([]);
  });

  it("do not close a connection that the event does not list", async () => {
    const user = cloud.newUser();
    const before = await cloud.open(user);
    const since = await cloud.open(user);
    await cloud.publish({ type: "SessionsEnded", userId: user, connectionIds: [before.id] });
    expect(await before.closed).toBe(1000);
    await cloud.publish(profileOf(user));
    expect(await since.next()).toEqual({ type: "event", event: profileOf(user) });
  });

  it("cause an error if a connection cannot be closed, but close all other connections", async () => {
    const ended: string[] = [];
    const services = {
      connectionGateway: {
        post: async () => "gone" as const,
        end: async (id: string) => {
          if (id === "broken") throw new Error("The gateway is too busy");
          ended.push(id);
        },
      },
      connections: { listOf: () => Promise.reject(new Error("Read the rows")), remove: async () => {} },
      clock: { now: () => new Date() },
    };
    const detail: ConnectionEvent = { type: "SessionsEnded", userId: "asha", connectionIds: ["c1", "broken", "c2"] };
    await expect(pushChanges({ detail }, services)).rejects.toThrow("1 of 3 connections could not be reached");
    expect(ended).toEqual(["c1", "c2"]);
  });
});

it.each([
  ["is not removed while it is less than a minute old", 59_999, []],
  ["is not removed when it is exactly a minute old", 60_000, []],
  ["is removed when it is more than a minute old", 60_001, ["late"]],
])("the row of a lost connection %s", async (_, ageMs, forgotten) => {
  const notedAt = new Date("2026-11-22T09:00:00.000Z");
  const removed: string[] = [];
  await pushChanges(
    { detail: profileOf("asha") },
    {
      connectionGateway: { post: async () => "gone", end: unheardOf },
      connections: {
        listOf: async () => [rowOf("asha", "late", notedAt)],
        remove: async ({ connection_id }) => void removed.push(connection_id),
      },
      clock: { now: () => new Date(notedAt.getTime() + ageMs) },
    },
  );
  expect(removed).toEqual(forgotten);
});

describe("a failed post to a connection", () => {
  it("makes the push throw after all other posts, and is repeated on the retry", async () => {
    const user = cloud.newUser();
    const rows = ["first", "broken", "last"].map((id) => rowOf(user, id, anHourAgo()));
    const posts: string[] = [];
    let broken = true;
    const connectionGateway: ConnectionGateway = {
      end: unheardOf,
      post: async (id) => {
        if (id === "broken" && broken) throw new Error("The gateway is too busy");
        posts.push(id);
        return id === "last" ? "gone" : "sent";
      },
    };
    const removed: string[] = [];
    const services = {
      connectionGateway,
      connections: {
        listOf: async (id: string) => rows.filter(({ user_id }) => user_id === id),
        remove: async ({ connection_id }: Pick<Connection, "connection_id">) => {
          removed.push(connection_id);
        },
      },
      clock: { now: () => new Date() },
    };
    const envelope = { detail: profileOf(user) };
    await expect(pushChanges(envelope, services)).rejects.toMatchObject({
      message: "1 of 3 connections could not be reached",
      cause: { message: "The gateway is too busy" },
    });
    expect(posts).toEqual(["first", "last"]);
    expect(removed).toEqual(["last"]);
    broken = false;
    await pushChanges(envelope, services);
    expect(posts).toContain("broken");
  });

  it("makes EventBridge retry the event, and move the event to the dead-letter queue if each try fails", async () => {
    const user = cloud.newUser();
    const client = await cloud.open(user);
    const tooLarge: LearnerEvent = {
      type: "ProfileChanged",
      userId: user,
      profile: { id: user, full_name: "x".repeat(130 * 1024), email: "asha@example.com", language_preference: null },
    };
    await cloud.publish(tooLarge);
    const tries = cloud.delivered.filter(({ detail }) => Object(detail).userId === user);
    expect(tries).toHaveLength(3);
    expect(deadLettersOf(user)).toEqual([tries[0]]);
    expect(await nextAfterHeartbeat(client)).toEqual(nothingElse);
    expect(await cloud.idsOf(user)).toEqual([client.id]);
  });
});
