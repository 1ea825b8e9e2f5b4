import { afterEach, describe, expect, it, vi } from "vitest";
import { openClient, requestHandshake } from "./client.ts";
import { connectionOf, startGateway } from "./fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("$connect", () => {
  it("receives the handshake in API Gateway's format", async () => {
    const { url, connect } = await startGateway();
    await requestHandshake(url, { "Sec-WebSocket-Protocol": "one, two", "X-Twice": "a" });
    expect(await connect.next()).toMatchObject({
      headers: { "Sec-WebSocket-Protocol": "one, two", "X-Twice": "a" },
      multiValueHeaders: { "Sec-WebSocket-Protocol": ["one, two"] },
      requestContext: {
        routeKey: "$connect",
        eventType: "CONNECT",
        connectionId: expect.stringMatching(/^\S{10,}=$/),
        identity: { sourceIp: expect.any(String) },
      },
      isBase64Encoded: false,
    });
  });

  it("can choose one of the offered subprotocols", async () => {
    const chosen = await startGateway({
      connect: () => ({ statusCode: 200, headers: { "Sec-WebSocket-Protocol": "two" } }),
    });
    const answer = await requestHandshake(chosen.url, { "Sec-WebSocket-Protocol": "one, two" });
    expect(answer).toMatchObject({ status: 101, headers: { "sec-websocket-protocol": "two" } });
    const none = await startGateway();
    const plain = await requestHandshake(none.url, { "Sec-WebSocket-Protocol": "one, two" });
    expect(plain.status).toBe(101);
    expect(plain.headers["sec-websocket-protocol"]).toBeUndefined();
  });

  it.each([
    ["returns 401", 401, () => ({ statusCode: 401 })],
    [
      "throws",
      502,
      () => {
        throw new Error("on purpose");
      },
    ],
    ["returns an invalid response", 502, () => "welcome"],
  ])("refuses the client if the handler %s", async (_what, status, connect) => {
    vi.spyOn(console, "error").mockReturnValue();
    const { url, disconnect, close } = await startGateway({ connect });
    expect((await requestHandshake(url)).status).toBe(status);
    await close();
    expect(disconnect.events).toEqual([]);
  });

  it("cannot send a message to the connection before its own response", async () => {
    const outcome = Promise.withResolvers<unknown>();
    const { url, post } = await startGateway({
      connect: async (event) => {
        outcome.resolve(await post(connectionOf(event), "{}").catch((error: Error) => error.name));
        return { statusCode: 200 };
      },
    });
    await openClient(url).opened;
    expect(await outcome.promise).toBe("GoneException");
  });

  it("does not run for an unknown path", async () => {
    const { url, connect } = await startGateway();
    expect((await requestHandshake(`${url}/elsewhere`)).status).toBe(403);
    expect(connect.events).toEqual([]);
  });
});

describe("$default", () => {
  it("receives a client's message, and responds on the same connection", async () => {
    const { open, message } = await startGateway({
      message: ({ body }) => ({ statusCode: 200, body: `{"heard":${body}}` }),
    });
    const [first, second] = [await open(), await open()];
    first.socket.send("1");
    second.socket.send("2");
    expect(await first.next()).toEqual({ heard: 1 });
    expect(await second.next()).toEqual({ heard: 2 });
    expect(await message.next()).toMatchObject({
      body: "1",
      requestContext: { routeKey: "$default", eventType: "MESSAGE", connectionId: first.id },
    });
  });

  it("sends nothing for a response without a body, and an error if the handler throws", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { open } = await startGateway({
      message: ({ body }) => {
        if (body === "fail") throw new Error("on purpose");
        return { statusCode: 200 };
      },
    });
    const { socket, next, id } = await open();
    socket.send("silence");
    socket.send("fail");
    expect(await next()).toMatchObject({ message: "Internal server error", connectionId: id });
  });

  it.each([
    ["binary", 1003, new Uint8Array([1])],
    ["larger than 128 KB", 1009, "x".repeat(128 * 1024 + 1)],
  ])("does not receive a message that is %s, and the connection is closed", async (_what, code, data) => {
    const { open, message } = await startGateway();
    const { socket, closed } = await open();
    socket.send(data);
    expect(await closed).toBe(code);
    expect(message.events).toEqual([]);
  });

  it("receives a message of 128 KB", async () => {
    const { open, message } = await startGateway();
    const { socket } = await open();
    socket.send("x".repeat(128 * 1024));
    expect(String((await message.next())["body"])).toHaveLength(128 * 1024);
  });
});

describe("a route with a mock integration", () => {
  const mocks = { routeSelection: "$request.body.kind.name", answers: { ping: '{"kind":"pong"}' } };

  it("responds to each message without calling the message handler", async () => {
    const { open, message } = await startGateway({}, undefined, mocks);
    const { socket, next } = await open();
    socket.send(JSON.stringify({ kind: { name: "ping" }, more: 1 }));
    socket.send(JSON.stringify({ kind: { name: "ping" } }));
    expect([await next(), await next()]).toEqual([{ kind: "pong" }, { kind: "pong" }]);
    expect(message.events).toEqual([]);
  });

  it.each([
    ["another route", { kind: { name: "pong" } }],
    ["the route null", { kind: { name: null } }],
    ["the route toString, which every object has", { kind: { name: "toString" } }],
    ["no field at the first step of the expression", { name: "ping" }],
    ["no field at the last step of the expression", { kind: "ping" }],
    ["a list instead of an object", ["ping"]],
    ["null instead of an object", null],
  ])("leaves to $default a message with %s", async (_what, said) => {
    const { open, message } = await startGateway(
      { message: () => ({ statusCode: 200, body: "{}" }) },
      undefined,
      mocks,
    );
    const { socket, next } = await open();
    socket.send(JSON.stringify(said));
    expect(await next()).toEqual({});
    expect(await message.next()).toMatchObject({ requestContext: { routeKey: "$default" } });
  });

  it("leaves to $default a message that is not JSON", async () => {
    const { open, message } = await startGateway({}, undefined, mocks);
    const { socket } = await open();
    socket.send("ping");
    expect(await message.next()).toMatchObject({ body: "ping" });
  });

  it("restarts the idle timeout of the connection", async () => {
    const ends = new Set<number>();
    let nth = 0;
    const schedule = () => {
      nth += 1;
      const timer = nth;
      ends.add(timer);
      return () => ends.delete(timer);
    };
    const { open } = await startGateway({}, schedule, mocks);
    const { socket, next } = await open();
    const before = [...ends];
    socket.send(JSON.stringify({ kind: { name: "ping" } }));
    await next();
    // Of the two earlier timers, the timer of the connection's lifetime remains.
    expect(before.filter((timer) => ends.has(timer))).toHaveLength(1);
    expect(ends.size).toBe(2);
  });
});

describe("$disconnect", () => {
  it("runs once when the client disconnects", async () => {
    const { open, disconnect, close } = await startGateway();
    const { socket, id } = await open();
    socket.close(4001, "bye");
    expect(await disconnect.next()).toMatchObject({
      requestContext: {
        routeKey: "$disconnect",
        eventType: "DISCONNECT",
        connectionId: id,
        disconnectStatusCode: 4001,
        disconnectReason: "bye",
      },
    });
    await close();
    expect(disconnect.events).toEqual([]);
  });

  it("runs for every client when the gateway stops", async () => {
    const { open, disconnect, close } = await startGateway();
    const clients = [await open(), await open()];
    await close();
    expect(disconnect.events.map(connectionOf).sort()).toEqual(clients.map(({ id }) => id).sort());
  });
});
