import { expect, onTestFinished, test } from "vitest";
import { routes } from "../../domain/api.ts";
import { startApiGateway } from "../../fakes/api-gateway/api-gateway.ts";
import { gatewayApi } from "../../local/gateway-api.ts";
import { loadHandlers } from "../../local/handlers.ts";

const pageOrigin = "http://localhost:5173";

async function startGateway() {
  const answering = (body: string) => [body, async () => ({ statusCode: 200, body })] as const;
  const { url, close } = await startApiGateway({
    port: 0,
    issuer: "http://127.0.0.1:9",
    clientId: "web",
    allowedOrigins: [pageOrigin],
    api: gatewayApi,
    handlers: Object.fromEntries(Object.keys(routes).map(answering)),
  });
  onTestFinished(close);
  return (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method, headers });
}

test("loadHandlers loads a handler for every route", async () => {
  const handlers = await loadHandlers();
  expect(Object.keys(handlers)).toEqual(Object.keys(routes));
  for (const handler of Object.values(handlers)) expect(handler).toBeTypeOf("function");
});

test("the local API requires a token on three routes of learners, but not on an open route", async () => {
  const call = await startGateway();
  const open = await call("POST", "/check-user-provider");
  expect([open.status, await open.text()]).toEqual([200, "check-user-provider"]);
  for (const [method, path] of [
    ["GET", "/account"],
    ["PATCH", "/profile"],
    ["PUT", "/completed-scenarios/emp-1"],
  ] as const) {
    expect((await call(method, path)).status).toBe(401);
  }
  expect((await call("DELETE", "/profile")).status).toBe(404);
});

test("the local API lets the app's pages use the methods of all routes and read the server's time", async () => {
  const call = await startGateway();
  const origin = { origin: pageOrigin };
  const asked = { ...origin, "access-control-request-method": "PATCH" };
  const { headers } = await call("OPTIONS", "/account", asked);
  const methods = headers.get("access-control-allow-methods")?.split(",");
  for (const { method } of Object.values(routes)) expect(methods).toContain(method);
  const answer = await call("GET", "/account", origin);
  expect(answer.headers.get("access-control-expose-headers")).toBe("x-server-time,retry-after");
});
