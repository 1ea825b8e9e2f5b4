import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { PortTakenError } from "../../foundation/listen.ts";
import { startApiGateway } from "../api-gateway.ts";
import { api, clientId, otherPrivateKey, startTestGateway } from "./fixture.ts";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
beforeEach(async () => {
  gateway = await startTestGateway();
});

describe("an event of a handler", () => {
  test("describes the request in payload format 2.0", async () => {
    const before = Date.now();
    await gateway.call("PUT", "/loans/emma-1/notes/12?a=1&b=%20&a=2", {
      body: '{"text":"आशा"}',
      headers: { "content-type": "application/json", "user-agent": "agent", "X-Given": "one" },
    });
    const { headers, requestContext, ...event } = gateway.lastEvent();
    expect(event).toEqual({
      version: "2.0",
      routeKey: "PUT /loans/{loanId}/notes/{page}",
      rawPath: "/loans/emma-1/notes/12",
      rawQueryString: "a=1&b=%20&a=2",
      queryStringParameters: { a: "1,2", b: " " },
      pathParameters: { loanId: "emma-1", page: "12" },
      body: '{"text":"आशा"}',
      isBase64Encoded: false,
    });
    expect(headers).toMatchObject({ "content-type": "application/json", "x-given": "one" });
    expect(requestContext).toMatchObject({
      http: { method: "PUT", path: "/loans/emma-1/notes/12", protocol: "HTTP/1.1", userAgent: "agent" },
      routeKey: event.routeKey,
      stage: "$default",
      requestId: expect.stringMatching(/./),
    });
    expect(requestContext.http.sourceIp).toMatch(/127\.0\.0\.1$/);
    expect(requestContext.timeEpoch).toBeGreaterThanOrEqual(before);
    expect(requestContext.timeEpoch).toBeLessThanOrEqual(Date.now());
  });

  test("has no body and no parameters if the request has none", async () => {
    await gateway.call("GET", "/loans");
    expect(gateway.lastEvent()).toMatchObject({ routeKey: "GET /loans", rawQueryString: "", isBase64Encoded: false });
    for (const missing of ["body", "pathParameters", "queryStringParameters"])
      expect(gateway.lastEvent()).not.toHaveProperty(missing);
  });

  test("has a different request id for each request", async () => {
    for (let nth = 0; nth < 3; nth += 1) await gateway.call("GET", "/loans");
    expect(new Set(gateway.events.map(({ requestContext }) => requestContext.requestId)).size).toBe(3);
  });

  test.each(["application/octet-stream", "image/png", "multipart/form-data; boundary=x"])(
    "contains a body of %s in base64",
    async (type) => {
      const bytes = Buffer.from([0, 255, 128, 10, 13]);
      await gateway.call("POST", "/loans", { body: bytes, headers: { "content-type": type } });
      const { body = "", isBase64Encoded } = gateway.lastEvent();
      expect(isBase64Encoded).toBe(true);
      expect(Buffer.from(body, "base64")).toEqual(bytes);
    },
  );

  test.each(["application/json; charset=utf-8", "text/plain", "application/problem+json", "APPLICATION/JSON"])(
    "contains a body of %s as plain text",
    async (type) => {
      await gateway.call("POST", "/loans", { body: "नेपाली", headers: { "content-type": type } });
      expect(gateway.lastEvent()).toMatchObject({ body: "नेपाली", isBase64Encoded: false });
    },
  );

  test("can have a response in base64, which the gateway decodes", async () => {
    const { call } = await startTestGateway({
      handlers: {
        "list-loans": async () => ({
          statusCode: 200,
          headers: { "content-encoding": "gzip", "content-type": "text/plain" },
          body: gzipSync("नेपाली").toString("base64"),
          isBase64Encoded: true,
        }),
      },
    });
    expect(await (await call("GET", "/loans")).text()).toBe("नेपाली");
  });

  test("contains decoded path parameters, even if they include a slash", async () => {
    await gateway.call("PUT", "/loans/a%2Fb%20%23%E0%A4%86");
    expect(gateway.lastEvent()).toMatchObject({
      routeKey: "PUT /loans/{loanId}",
      pathParameters: { loanId: "a/b #आ" },
    });
  });

  test("contains the token's claims as strings for a route with an authorizer", async () => {
    const authorization = `Bearer ${await gateway.sign({ scope: "a b", auth_time: 7, email_verified: true })}`;
    await gateway.call("GET", "/loans", { headers: { authorization } });
    expect(gateway.lastEvent().requestContext.authorizer).toMatchObject({
      jwt: { claims: { sub: "user-1", username: "asha", auth_time: "7", email_verified: "true" }, scopes: null },
    });
    await gateway.call("POST", "/find-book", { headers: { authorization } });
    expect(gateway.lastEvent().requestContext).not.toHaveProperty("authorizer");
  });
});

describe("the gateway", () => {
  test("calls the handler of the matching route, and returns 404 without a matching route", async () => {
    const taken = async (method: string, path: string) => (await gateway.call(method, path)).text();
    expect(await taken("PATCH", "/reader")).toBe("change-reader");
    expect(await taken("PUT", "/loans/emma-1")).toBe("renew-loan");
    expect(await taken("GET", "/loans")).toBe("list-loans");
    const served = gateway.events.length;
    for (const [method, path] of [
      ["DELETE", "/reader"],
      ["GET", "/nothing/here"],
      ["OPTIONS", "/loans"],
    ] as const) {
      const refused = await gateway.call(method, path);
      expect([method, refused.status, await refused.json()]).toEqual([method, 404, { message: "Not Found" }]);
    }
    expect(gateway.events).toHaveLength(served);
  });
});

describe("a route with an authorizer", () => {
  const status = async (authorization: string) =>
    (await gateway.call("GET", "/loans", { headers: { authorization } })).status;

  test("accepts the access and id tokens of its client, with or without Bearer", async () => {
    const access = await gateway.sign();
    const id = await gateway.sign({ aud: clientId, client_id: undefined, token_use: "id" });
    for (const token of [access, id]) {
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, token])
        expect(await status(authorization)).toBe(200);
    }
  });

  test("refuses an invalid token without a call of the handler", async () => {
    const tokens = [
      await gateway.sign({}, otherPrivateKey),
      await gateway.sign({ client_id: "another" }),
      await gateway.sign({ client_id: undefined, aud: "another" }),
      await gateway.sign({ client_id: undefined }),
      await gateway.sign({ iss: "http://localhost/another" }),
      await gateway.sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
      "one.two.three",
      "",
    ];
    for (const token of tokens) expect([token, await status(`Bearer ${token}`)]).toEqual([token, 401]);
    expect(gateway.events).toEqual([]);
  });

  test("returns 500 while the pool's keys are unavailable", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => report.mockRestore());
    await gateway.pool.close();
    expect(await status(`Bearer ${await gateway.sign()}`)).toBe(500);
    expect(gateway.events).toEqual([]);
  });
});

describe("a gateway with a faulty handler", () => {
  test.each([
    ["throws", () => Promise.reject(new Error("Out of order: asha@example.com"))],
    ["returns nothing", async () => undefined],
    ["returns an invalid response", async () => ({ statusCode: "200" })],
  ])("returns 500 without details if the handler %s", async (_, handler) => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => report.mockRestore());
    const { call } = await startTestGateway({
      handlers: { "list-loans": handler },
    });
    const response = await call("GET", "/loans");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: "Internal Server Error" });
    expect(report).toHaveBeenCalled();
  });
});

test("startApiGateway throws PortTakenError if its port is in use", async () => {
  const options = { issuer: gateway.pool.url, clientId, allowedOrigins: [], api, handlers: {} };
  await expect(startApiGateway({ ...options, port: gateway.port })).rejects.toBeInstanceOf(PortTakenError);
});
