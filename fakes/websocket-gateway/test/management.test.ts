import { DeleteConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { describe, expect, it } from "vitest";
import { PortTakenError } from "../../foundation/listen.ts";
import type { Schedule } from "../connections.ts";
import { startWebsocketGateway, type WebsocketHandler } from "../gateway.ts";
import { connectionOf, startGateway } from "./fixture.ts";

describe("the management API", () => {
  it("sends a message to one connection alone", async () => {
    const { open, post } = await startGateway({ message: () => ({ statusCode: 200, body: '"last"' }) });
    const [first, second] = [await open(), await open()];
    await post(first.id, '{"for":"the first"}');
    expect(await first.next()).toEqual({ for: "the first" });
    second.socket.send("anything");
    expect(await second.next()).toBe("last");
  });

  it("closes a connection", async () => {
    const { open, sdk, post, disconnect } = await startGateway();
    const { id: ConnectionId, closed } = await open();
    await sdk.send(new DeleteConnectionCommand({ ConnectionId }));
    await expect(post(ConnectionId, "{}")).rejects.toMatchObject({ name: "GoneException" });
    expect(await closed).toBe(1000);
    expect(connectionOf(await disconnect.next())).toBe(ConnectionId);
  });

  it("fails with GoneException for a closed or unknown connection", async () => {
    const { open, sdk, post, disconnect } = await startGateway();
    const { id: ConnectionId, socket } = await open();
    socket.close();
    await disconnect.next();
    const gone = { name: "GoneException", $metadata: { httpStatusCode: 410 } };
    await expect(post(ConnectionId, "{}")).rejects.toMatchObject(gone);
    await expect(sdk.send(new DeleteConnectionCommand({ ConnectionId }))).rejects.toMatchObject(gone);
    await expect(post("never/was+there=", "{}")).rejects.toMatchObject(gone);
  });

  it("refuses a message larger than 128 KB", async () => {
    const { open, post } = await startGateway();
    const { id, next } = await open();
    const tooLarge = JSON.stringify("x".repeat(128 * 1024 - 1));
    await expect(post(id, tooLarge)).rejects.toMatchObject({ name: "PayloadTooLargeException" });
    const largest = "x".repeat(128 * 1024 - 2);
    await post(id, JSON.stringify(largest));
    expect(await next()).toBe(largest);
  });

  it("refuses calls without a signature and calls from web pages", async () => {
    const { open, managementUrl } = await startGateway();
    const { id } = await open();
    const address = `${managementUrl}/@connections/${encodeURIComponent(id)}`;
    const authorization = "AWS4-HMAC-SHA256 Credential=made-up";
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(address, { method: "POST", body: "{}", headers })).status;
    expect(await statusWith({})).toBe(403);
    expect(await statusWith({ authorization, origin: "http://evil.example" })).toBe(403);
    expect(await statusWith({ authorization })).toBe(200);
    expect((await fetch(managementUrl, { headers: { authorization } })).status).toBe(403);
  });
});

describe("the WebSocket gateway", () => {
  const minutes = 60 * 1000;

  function manualTimers() {
    const timers = new Set<{ run: () => void; afterMs: number }>();
    const schedule: Schedule = (run, afterMs) => {
      const timer = { run, afterMs };
      timers.add(timer);
      return () => timers.delete(timer);
    };
    return { schedule, timers, lasting: (afterMs: number) => [...timers].filter((timer) => timer.afterMs === afterMs) };
  }

  it.each([
    ["10 idle minutes", 10 * minutes],
    ["2 hours", 120 * minutes],
  ])("closes a connection after %s", async (_what, afterMs) => {
    const { schedule, timers, lasting } = manualTimers();
    const { open, disconnect } = await startGateway({}, schedule);
    const { closed } = await open();
    for (const { run } of lasting(afterMs)) run();
    expect(await closed).toBe(1001);
    await disconnect.next();
    expect(timers.size).toBe(0);
  });

  it("restarts the idle timeout after a message of the client or the server", async () => {
    const { schedule, lasting } = manualTimers();
    const { open, post, message } = await startGateway({}, schedule);
    const { id, socket } = await open();
    const idle = () => lasting(10 * minutes);
    const atFirst = idle();
    expect(atFirst).toHaveLength(1);
    socket.send("hello");
    await message.next();
    const afterMessage = idle();
    expect(afterMessage).toHaveLength(1);
    expect(afterMessage[0]).not.toBe(atFirst[0]);
    await post(id, "{}");
    expect(idle()).toHaveLength(1);
    expect(idle()[0]).not.toBe(afterMessage[0]);
    expect(lasting(120 * minutes)).toHaveLength(1);
  });
});

it("startWebsocketGateway throws PortTakenError if its port is in use", async () => {
  const { managementUrl } = await startGateway();
  const handler: WebsocketHandler = async () => ({ statusCode: 200 });
  const handlers = { connect: handler, message: handler, disconnect: handler };
  const port = Number(new URL(managementUrl).port);
  await expect(startWebsocketGateway({ port, handlers })).rejects.toBeInstanceOf(PortTakenError);
});
