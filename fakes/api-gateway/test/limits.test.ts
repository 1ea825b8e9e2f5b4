import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createTokenBucket, type GatewayApi } from "../api-gateway.ts";
import { maxPayloadBytes } from "../event.ts";
import { api, pageOrigin, startTestGateway } from "./fixture.ts";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  gateway = await startTestGateway();
});

test.each([
  { method: "GET", path: "/loans", init: { headers: { authorization: "" } }, status: 401, message: "Unauthorized" },
  { method: "PUT", path: "/loans/%zz", init: {}, status: 400, message: "Bad Request" },
])(
  "the body of a refusal by the gateway contains only a message: $status $message",
  async ({ method, path, init, status, message }) => {
    const refused = await gateway.call(method, path, init);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({ message });
  },
);

describe("a page of another origin", () => {
  const corsHeaders = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"));
  const preflight = (origin: string, url = gateway.url) =>
    fetch(`${url}/loans`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PATCH", "access-control-request-headers": "authorization" },
    });

  test("can read responses, refusals and exposed headers if its origin is allowed", async () => {
    const allowed = {
      "access-control-allow-origin": pageOrigin,
      "access-control-expose-headers": "x-shelf,retry-after",
      vary: "origin",
    };
    const origin = { origin: pageOrigin };
    expect(corsHeaders(await gateway.call("GET", "/loans", { headers: origin }))).toEqual(allowed);
    expect(corsHeaders(await fetch(`${gateway.url}/loans`, { headers: origin }))).toEqual(allowed);
  });

  test("receives a preflight response from the gateway itself if its origin is allowed", async () => {
    const response = await preflight(pageOrigin);
    expect(response.status).toBe(204);
    const headers = corsHeaders(response);
    expect(headers["access-control-allow-origin"]).toBe(pageOrigin);
    const methods = headers["access-control-allow-methods"]?.split(",");
    expect(methods).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
    expect(headers["access-control-allow-headers"]?.split(",")).toEqual(["authorization", "content-type"]);
    expect(gateway.events).toEqual([]);
  });

  test("receives the preflight response of the $default route if the API has this route", async () => {
    const trapping: GatewayApi = {
      ...api,
      routes: { ...api.routes, rest: { routeKey: "$default", isAuthorized: false } },
      findRoute: (method, path) => api.findRoute(method, path) ?? { name: "rest", params: {} },
    };
    const rest = async () => ({ statusCode: 405 });
    const trapped = await startTestGateway({ api: trapping, handlers: { rest } });
    const asked = await preflight(pageOrigin, trapped.url);
    expect(asked.status).toBe(405);
    expect(asked.headers.get("access-control-allow-methods")).toBeNull();
  });

  test.each([
    "http://evil.example",
    "null",
    `${pageOrigin}.evil.example`,
    pageOrigin.toUpperCase(),
    "https://localhost:5173",
  ])("receives no CORS headers if its origin is %s", async (origin) => {
    expect(corsHeaders(await preflight(origin))).toEqual({});
    expect(corsHeaders(await gateway.call("GET", "/loans", { headers: { origin } }))).toEqual({});
  });
});

describe("the throttle", () => {
  const [rate, burst] = [20, 50];
  const limited = { routeKey: "POST /find-book", isAuthorized: false, throttle: { rate, burst } };
  const check = async () => (await gateway.call("POST", "/find-book")).status;

  beforeEach(async () => {
    gateway = await startTestGateway({ api: { ...api, routes: { ...api.routes, "find-book": limited } } });
  });

  test("refuses calls after a burst of 50, and allows 20 calls a second later", async () => {
    for (let nth = 1; nth <= burst; nth += 1) expect([nth, await check()]).toEqual([nth, 200]);
    const refused = await gateway.call("POST", "/find-book");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ message: "Too Many Requests" });
    vi.advanceTimersByTime(1000);
    for (let nth = 1; nth <= rate; nth += 1) expect([nth, await check()]).toEqual([nth, 200]);
    expect(await check()).toBe(429);
    expect(gateway.events).toHaveLength(burst + rate);
  });

  test("does not apply the limit of one route to another route", async () => {
    const ask = async () => (await gateway.call("GET", "/loans")).status;
    for (let nth = 0; nth < burst; nth += 1) await check();
    expect(await check()).toBe(429);
    const answers = await Promise.all(Array.from({ length: 2 * burst }, ask));
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  test("also counts calls without a token", async () => {
    const bare = async () => (await fetch(`${gateway.url}/loans`)).status;
    const answers = await Promise.all(Array.from({ length: 401 }, bare));
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(answers.filter((status) => status === 401)).toHaveLength(400);
  });
});

describe("a token bucket", () => {
  test("allows its burst, then its rate, and does not accumulate more than the burst", () => {
    let now = 1000;
    const let1 = createTokenBucket({ rate: 2, burst: 3 }, () => now);
    const letThrough = (asked: number) => Array.from({ length: asked }, let1).filter(Boolean).length;
    expect(letThrough(5)).toBe(3);
    now += 499;
    expect(letThrough(1)).toBe(0);
    now += 1;
    expect(letThrough(2)).toBe(1);
    now += 1000;
    expect(letThrough(5)).toBe(2);
    now += 3_600_000;
    expect(letThrough(10)).toBe(3);
  });
});

describe("a request", () => {
  const post = (bytes: number) =>
    gateway.call("POST", "/loans", {
      body: Buffer.alloc(bytes, 0x20),
      headers: { "content-type": "text/plain" },
    });

  test("with a body of 10 MiB is accepted, and a larger request is refused", async () => {
    expect((await post(maxPayloadBytes)).status).toBe(200);
    expect(gateway.lastEvent().body).toHaveLength(10 * 1024 * 1024);
    const refused = await post(maxPayloadBytes + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ message: "Request Entity Too Large" });
    expect(gateway.events).toHaveLength(1);
  });

  test("that is aborted causes no logged error and no call of a handler", async () => {
    const report = vi.spyOn(console, "error");
    onTestFinished(() => report.mockRestore());
    const socket = connect(gateway.port, "127.0.0.1");
    socket.write("POST /find-book HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{");
    await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
    expect((await gateway.call("GET", "/loans")).status).toBe(200);
    expect(gateway.events).toHaveLength(1);
    expect(report).not.toHaveBeenCalled();
  });

  test.each(["//", "//evil.example/loans", "/%", "/%E0%A4%A", "/\\", "*", "http://[", "/loans/%ZZ"])(
    "for %s returns 400 or 404",
    async (path) => {
      const socket = connect(gateway.port, "127.0.0.1");
      socket.write(
        `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${await gateway.sign()}\r\n\r\n`,
      );
      const [head = ""] = (await text(socket)).split("\r\n");
      expect(head).toMatch(/^HTTP\/1\.1 (400|404) /);
    },
  );
});
