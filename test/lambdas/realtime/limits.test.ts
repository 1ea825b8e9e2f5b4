import { afterAll, beforeAll, expect, it } from "vitest";
import { subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { openClient, requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { type RealtimeCloud, startRealtimeCloud } from "./realtime-cloud.ts";

let cloud: RealtimeCloud;
beforeAll(async () => {
  cloud = await startRealtimeCloud();
});
afterAll(() => cloud.close());

const now = () => Math.floor(Date.now() / 1000);

async function noted(user_id: string, count: number, seconds: number): Promise<void> {
  const connected_at = new Date().toISOString();
  for (let nth = 0; nth < count; nth += 1) {
    const connection_id = `${seconds}-${nth}`;
    const good_until = now() + seconds;
    const connection = { user_id, connection_id, connected_at, good_until, expires_at: now() + 7200 };
    await cloud.connections.add(connection, new Date());
  }
}

const openAs = async (user: string) => openClient(cloud.gateway.url, subprotocolsFor(await cloud.issuer.token(user)));

const connect = async (user: string) =>
  (
    await requestHandshake(cloud.gateway.url, {
      "Sec-WebSocket-Protocol": subprotocolsFor(await cloud.issuer.token(user)).join(", "),
    })
  ).status;

it("a learner can have at most fifty open connections", async () => {
  const user = cloud.newUser();
  await noted(user, 30, -60);
  await noted(user, 49, 3600);
  await cloud.open(user);
  expect(await connect(user)).toBe(429);
  expect(await connect(cloud.newUser())).toBe(101);
  expect(await cloud.idsOf(user)).toHaveLength(50);
});

it("of eighty simultaneous connections of a learner, fifty are accepted and thirty are refused", async () => {
  const user = cloud.newUser();
  const clients = await Promise.all(Array.from({ length: 80 }, () => openAs(user)));
  const outcomes = await Promise.allSettled(clients.map(({ opened }) => opened));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  expect(await connect(user)).toBe(429);
  expect(await cloud.idsOf(user)).toHaveLength(50);
});

it("a connection with an expired token is closed if a new connection needs its place", async () => {
  const user = cloud.newUser();
  const { socket, closed } = await cloud.open(user);
  await cloud.endTokens(user);
  await noted(user, 49, 3600);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  expect(await connect(user)).toBe(101);
  expect(await closed).toBe(1000);
});

const say = (socket: WebSocket, message: unknown) => socket.send(JSON.stringify(message));

it("thirty unknown messages a minute are accepted, and the thirty-first closes the connection", async () => {
  const { socket, next, closed } = await cloud.open(cloud.newUser());
  for (let nth = 0; nth < 30; nth += 1) say(socket, { type: "nonsense", nth });
  say(socket, { type: "heartbeat" });
  expect(await next()).toEqual({ type: "heartbeat-ok" });
  say(socket, { type: "nonsense" });
  expect(await next()).toEqual({ type: "too-many-messages", retryAfterSeconds: expect.any(Number) });
  expect(await closed).toBe(1000);
});

it("heartbeats are answered without a handler and do not count towards the message limit", async () => {
  const { socket, next } = await cloud.open(cloud.newUser());
  const before = cloud.logLines.length;
  for (let nth = 0; nth < 60; nth += 1) {
    say(socket, { type: "heartbeat" });
    expect(await next()).toEqual({ type: "heartbeat-ok" });
  }
  expect(cloud.logLines.slice(before)).toEqual([]);
});
