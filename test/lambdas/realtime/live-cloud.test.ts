import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { maxConnections, subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { openClient, requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { setForgottenPassword } from "../../support/learner.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { aNote, aNoteChange, anExamAttempt, instantAt } from "../support/exam-builders.ts";
import { aLearner, cloud, inDays, stored } from "../support/learners.ts";
import { aRetentionChange } from "../support/study-builders.ts";

async function realtimeUrl(): Promise<string> {
  const config = await (await fetch(`${cloud.webUrl}/config.json`)).json();
  return z.object({ realtimeUrl: z.string() }).parse(config).realtimeUrl;
}

const storedConnection = (user_id: string, hours: number, seat = "01") => ({
  user_id,
  seat,
  connection_id: randomUUID(),
  connected_at: inDays(-1),
  good_until: Math.floor(Date.now() / 1000) + hours * 3600,
  expires_at: Math.floor(Date.now() / 1000) + 7200,
});

const fullHouse = (userId: string) =>
  Array.from({ length: maxConnections }, (_, nth) => storedConnection(userId, 1, String(nth + 1).padStart(2, "0")));

describe("the live channel of the local cloud", () => {
  test("sends a change to an open connection", async () => {
    const { ask, userId, tokens } = await aLearner();
    const { socket, opened, next } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    await ask("update-profile", { body: { full_name: "Asha Thapa" } });
    expect(await next()).toMatchObject({ type: "event", event: { type: "ProfileChanged", userId } });
    socket.close();
  });

  test("sends an event when an exam attempt is saved, marked or deleted", async () => {
    const { ask, userId, tokens } = await aLearner();
    const { socket, opened, next } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    const params = { attemptId: randomUUID() };
    const event = { type: "event", event: { type: "ExamChanged", userId, attemptId: params.attemptId } };
    await ask("save-exam-attempt", { params, body: anExamAttempt() });
    expect(await next()).toEqual(event);
    const body = { created_at: instantAt(0), changes: [aNoteChange(aNote())] };
    await ask("mark-exam-attempt", { params: { ...params, markingId: randomUUID() }, body });
    expect(await next()).toEqual(event);
    await ask("delete-exam-attempt", { params });
    expect(await next()).toEqual({ ...event, event: { ...event.event, deleted: true } });
    socket.close();
  });

  test("sends an event with the number and the sender of a saved study batch", async () => {
    const { ask, userId, tokens } = await aLearner();
    const { socket, opened, next } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    const sender = randomUUID();
    const body = { changes: [aRetentionChange()], sender };
    await ask("save-study-changes", { params: { batchId: randomUUID() }, body });
    expect(await next()).toEqual({ type: "event", event: { type: "StudyChanged", userId, number: 1, sender } });
    socket.close();
  });

  test("reports too many messages and closes the connection", async () => {
    const { tokens } = await aLearner();
    const { socket, opened, next, closed } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    // The limit is thirty messages a minute. 61 messages exceed the limit even across two minutes.
    for (let nth = 0; nth < 61; nth += 1) socket.send(JSON.stringify({ type: "nonsense" }));
    await vi.waitFor(async () => expect(await next()).toMatchObject({ type: "too-many-messages" }), {
      timeout: scaledTimeoutMs(10_000),
      interval: 0,
    });
    expect(await closed).toBe(1000);
  });

  test("removes the row of a lost connection with an expired token at the next change", async () => {
    const { ask, userId } = await aLearner();
    await stored.put("connections", storedConnection(userId, -1));
    await ask("update-profile", { body: { full_name: "Asha Thapa" } });
    await vi.waitFor(async () => expect((await stored.rowsOf(userId)).connections).toEqual([]), {
      timeout: scaledTimeoutMs(10_000),
      interval: 50,
    });
  });

  test("answers heartbeats and does not count them", async () => {
    const { tokens } = await aLearner();
    const { socket, opened, next } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    for (let nth = 0; nth < 61; nth += 1) {
      socket.send(JSON.stringify({ type: "heartbeat" }));
      expect(await next()).toEqual({ type: "heartbeat-ok" });
    }
    socket.close();
  });

  test("closes the connection of a learner after a password reset", async () => {
    const { email, tokens, userId } = await aLearner();
    const { opened, closed } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    await setForgottenPassword(cloud.webUrl, email, "another horse");
    expect(await closed).toBe(1000);
    expect((await stored.rowsOf(userId)).connections).toEqual([]);
  });

  test("refuses a connection beyond the limit and stores no row", async () => {
    const { userId, tokens } = await aLearner();
    await stored.putAll("connections", fullHouse(userId));
    const headers = { "Sec-WebSocket-Protocol": subprotocolsFor(tokens.AccessToken).join(", ") };
    expect(await requestHandshake(await realtimeUrl(), headers)).toHaveProperty("status", 429);
    expect((await stored.rowsOf(userId)).connections).toHaveLength(maxConnections);
  });

  test("lets a new connection replace a connection with an expired token if the learner is at the limit", async () => {
    const { userId, tokens } = await aLearner();
    await stored.putAll("connections", [...fullHouse(userId).slice(1), storedConnection(userId, -1)]);
    const { opened } = openClient(await realtimeUrl(), subprotocolsFor(tokens.AccessToken));
    await opened;
    const { connections } = await stored.rowsOf(userId);
    expect(connections).toHaveLength(maxConnections);
    expect(connections.filter(({ good_until }) => Number(good_until) * 1000 < Date.now())).toEqual([]);
  });
});
