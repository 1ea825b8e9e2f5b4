import { describe, expect, it } from "vitest";
import { handleMessage } from "../../../lambdas/realtime/message.ts";
import type { Connection } from "../../../lambdas/store/connections.ts";

const now = new Date("2026-11-22T09:00:00.000Z");
const nowSeconds = now.getTime() / 1000;
const event = { requestContext: { connectionId: "c1" } };

function world(goodUntil: number | null = nowSeconds + 1, retryAfterSeconds: number | null = null) {
  const posted: unknown[] = [];
  const ended: string[] = [];
  const counted: unknown[] = [];
  const row = (connection_id: string): Connection => ({
    ...{ user_id: "asha", seat: "01", connection_id, connected_at: now.toISOString() },
    ...{ good_until: goodUntil ?? 0, expires_at: nowSeconds + 7200 },
  });
  const services = {
    connections: { byId: async (id: string) => (goodUntil === null ? null : row(id)) },
    callCounts: {
      admit: async (each: unknown) => {
        counted.push(each);
        return retryAfterSeconds;
      },
    },
    connectionGateway: {
      post: async (_id: string, message: unknown) => {
        posted.push(message);
        return "sent" as const;
      },
      end: async (id: string) => void ended.push(id),
    },
    clock: { now: () => now },
  };
  return { services, ended, posted, counted };
}

it("a message is counted for its connection and ignored", async () => {
  const { services, ended, posted, counted } = world();
  expect(await handleMessage(event, services)).toEqual({ statusCode: 200 });
  expect(counted).toEqual([{ kind: "channel-message", subject: "c1" }]);
  expect([...posted, ...ended]).toEqual([]);
});

describe("a connection that sends a message", () => {
  it.each([
    ["continues while its token is valid", nowSeconds + 1, []],
    ["is closed when its token has expired", nowSeconds, ["c1"]],
    ["is closed if its row is missing", null, ["c1"]],
  ])("%s", async (_what, goodUntil, expected) => {
    const { services, ended } = world(goodUntil);
    expect([await handleMessage(event, services), ended]).toEqual([{ statusCode: 200 }, expected]);
  });
});

it("a connection with too many messages receives a time to wait and is closed", async () => {
  const { services, ended, posted } = world(undefined, 42);
  expect(await handleMessage(event, services)).toEqual({ statusCode: 429 });
  expect(posted).toEqual([{ type: "too-many-messages", retryAfterSeconds: 42 }]);
  expect(ended).toEqual(["c1"]);
});
