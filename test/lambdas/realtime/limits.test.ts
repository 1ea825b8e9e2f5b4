import { afterAll, beforeAll, expect, it } from "vitest";
import { protocolsFor } from "../../../domain/channel.ts";
import { shakeHands } from "../../local/websocket-client.ts";
import { type RealtimeCloud, startRealtimeCloud } from "./realtime-cloud.ts";

let cloud: RealtimeCloud;
beforeAll(async () => {
  cloud = await startRealtimeCloud();
});
afterAll(() => cloud.close());

const now = () => Math.floor(Date.now() / 1000);

/** Notes connections as if they were open, which end after so many seconds. */
async function noted(user_id: string, count: number, seconds: number): Promise<void> {
  const connected_at = new Date().toISOString();
  for (let nth = 0; nth < count; nth += 1) {
    const connection_id = `${seconds}-${nth}`;
    await cloud.connections.add({ user_id, connection_id, connected_at, expires_at: now() + seconds });
  }
}

const connect = async (user: string) =>
  (
    await shakeHands(cloud.gateway.url, {
      "Sec-WebSocket-Protocol": protocolsFor(await cloud.issuer.token(user)).join(", "),
    })
  ).status;

it("a learner has fifty connections at most, those that are over not counted, and nobody else's", async () => {
  const user = cloud.newUser();
  await noted(user, 30, -60);
  await noted(user, 49, 3600);
  expect(await connect(user)).toBe(101);
  await noted(user, 50, 3600);
  expect(await connect(user)).toBe(429);
  // The one that was refused has left no trace.
  expect(await connect(cloud.newUser())).toBe(101);
  expect((await cloud.idsOf(user)).length).toBeLessThanOrEqual(30 + 50 + 1);
});

it("thirty messages a minute are taken on a connection, and the next one ends it, told for how long", async () => {
  const { socket, next } = await cloud.open(cloud.newUser());
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const say = () => socket.send(JSON.stringify({ type: "heartbeat" }));
  for (let nth = 0; nth < 30; nth += 1) {
    say();
    expect(await next()).toEqual({ type: "heartbeat-ok" });
  }
  say();
  expect(await next()).toEqual({ type: "too-many-messages", retryAfterSeconds: expect.any(Number) });
  expect(await closed).toBe(1000);
});
