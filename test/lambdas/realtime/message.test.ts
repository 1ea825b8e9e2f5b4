import { describe, expect, it } from "vitest";
import { maxClientMessageLength } from "../../../domain/channel.ts";
import { answerMessage } from "../../../lambdas/realtime/message.ts";
import type { Connection } from "../../../lambdas/store/connections.ts";

const heartbeat = JSON.stringify({ type: "heartbeat" });
const now = new Date("2026-11-22T09:00:00.000Z");
const nowSeconds = now.getTime() / 1000;
const requestContext = { connectionId: "c1" };

/** The connections of a learner, and which of them were ended. */
function world(expiresAt: number | null = nowSeconds + 1, retryAfterSeconds: number | null = null) {
  const posted: unknown[] = [];
  const ended: string[] = [];
  const row = (connection_id: string): Connection => ({
    ...{ user_id: "asha", connection_id, connected_at: now.toISOString() },
    expires_at: expiresAt ?? 0,
  });
  const services = {
    connections: { byId: async (id: string) => (expiresAt === null ? null : row(id)) },
    callCounts: { admit: async () => retryAfterSeconds },
    connectionGateway: {
      post: async (_id: string, message: unknown) => {
        posted.push(message);
        return "sent" as const;
      },
      end: async (id: string) => void ended.push(id),
    },
    clock: { now: () => now },
  };
  return { services, ended, posted };
}

const answer = (body: string) => answerMessage({ body, requestContext }, world().services);

it("answers a heartbeat", async () => {
  expect(await answer(heartbeat)).toEqual({ statusCode: 200, body: '{"type":"heartbeat-ok"}' });
  expect(await answer(heartbeat.padEnd(maxClientMessageLength))).toHaveProperty("body");
});

it.each([
  ["something else", JSON.stringify({ type: "event" })],
  ["no JSON", "heartbeat"],
  ["nothing", ""],
  ["JSON that is no message", "null"],
  ["a heartbeat that is too long", heartbeat.padEnd(maxClientMessageLength + 1)],
])("ignores %s", async (_what, body) => {
  expect(await answer(body)).toEqual({ statusCode: 200 });
});

it("ignores a message without a body", async () => {
  expect(await answerMessage({ requestContext }, world().services)).toEqual({ statusCode: 200 });
});

describe("a connection", () => {
  it.each([
    ["goes on while its token is good", nowSeconds + 1, []],
    ["ends once its token has ended", nowSeconds, ["c1"]],
    ["ends once it is forgotten, as all are with their session", null, ["c1"]],
  ])("%s", async (_what, expiresAt, expected) => {
    for (const body of [heartbeat, "anything else"]) {
      const { services, ended } = world(expiresAt);
      const { statusCode, ...rest } = await answerMessage({ body, requestContext }, services);
      expect([statusCode, ended]).toEqual([200, expected]);
      if (expected.length > 0) expect(rest).toEqual({});
    }
  });
});

it("on which more is said than may be is told when to come back, and ended", async () => {
  const { services, ended, posted } = world(undefined, 42);
  expect(await answerMessage({ body: heartbeat, requestContext }, services)).toEqual({ statusCode: 429 });
  expect(posted).toEqual([{ type: "too-many-messages", retryAfterSeconds: 42 }]);
  expect(ended).toEqual(["c1"]);
});
