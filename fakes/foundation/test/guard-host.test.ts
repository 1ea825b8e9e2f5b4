import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { requestAsHost } from "../../test-support/request-as-host.ts";
import { guardHost, isLoopbackHost } from "../guard-host.ts";
import { listen } from "../listen.ts";

const upgrading = { connection: "Upgrade", upgrade: "websocket" };

describe("the hosts of the local cloud", () => {
  test.each([
    "localhost",
    "localhost:5173",
    "LOCALHOST:5173",
    "127.0.0.1",
    "127.0.0.1:5173",
    "127.8.9.1",
    "[::1]:5173",
  ])("include %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "evil.example:5173",
    "localhost.evil.example",
    "evil.example#localhost",
    "evil.example/localhost",
    "localhost@evil.example",
    "localhost:5173@evil.example",
    "localhost.",
    "app.localhost",
    "127.0.0.1.nip.io",
    "127.0.0.1.evil.example:5173",
    "0.0.0.0",
    "10.0.0.1",
    "192.168.1.20:5173",
    "[::]",
    "[::2]:5173",
    "1127.0.0.1",
    "localhost, evil.example",
    " localhost",
  ])("do not include %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe("a page with a rebound DNS name", () => {
  test("cannot reach a handler by a request or a WebSocket", async () => {
    const heard: string[] = [];
    const server = createServer((message, response) => {
      heard.push(`request ${message.headers.host}`);
      response.end("secrets");
    });
    guardHost(server);
    // The guard also covers listeners that are added later, such as those of a WebSocket server.
    server.on("upgrade", (message, socket) => {
      heard.push(`upgrade ${message.headers.host}`);
      socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const refused = { status: 403, body: expect.stringContaining("localhost") };
    expect(await requestAsHost(port, `rebound.example:${port}`)).toEqual(refused);
    expect(await requestAsHost(port, `rebound.example:${port}`, upgrading)).toEqual(refused);
    expect(await requestAsHost(port, `rebound.example:${port}`, { expect: "100-continue" })).toEqual(refused);
    expect(heard).toEqual([]);
    expect(await requestAsHost(port, `localhost:${port}`)).toEqual({ status: 200, body: "secrets" });
    expect(await requestAsHost(port, `127.0.0.1:${port}`, upgrading)).toMatchObject({ status: 101 });
    expect(heard).toEqual([`request localhost:${port}`, `upgrade 127.0.0.1:${port}`]);
  });

  test("receives a 403 response from a server that listen() starts", async () => {
    const { url, close } = await listen((_request, response) => void response.end("read"), 0);
    onTestFinished(close);
    const { port } = new URL(url);
    expect(await requestAsHost(port, `rebound.example:${port}`)).toMatchObject({ status: 403 });
    expect((await requestAsHost(port, `localhost:${port}`)).status).not.toBe(403);
  });
});
