import { generateKeyPairSync } from "node:crypto";
import { exportJWK, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import { listen } from "../../foundation/listen.ts";
import {
  type GatewayApi,
  type GatewayOptions,
  type GatewayRoute,
  type HttpHandler,
  startApiGateway,
} from "../api-gateway.ts";

export const clientId = "web";
export const pageOrigin = "http://localhost:5173";
const kid = "key-1";

const makeKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const poolKeys = makeKeys();
export const otherPrivateKey = makeKeys().privateKey;

const open = (routeKey: string): GatewayRoute => ({ routeKey, isAuthorized: false });
const authorized = (routeKey: string): GatewayRoute => ({ routeKey, isAuthorized: true });

const routes = {
  "list-loans": authorized("GET /loans"),
  "lend-book": authorized("POST /loans"),
  "renew-loan": authorized("PUT /loans/{loanId}"),
  "add-note": authorized("PUT /loans/{loanId}/notes/{page}"),
  "change-reader": authorized("PATCH /reader"),
  "find-book": open("POST /find-book"),
};

function paramsOf(template: readonly string[], path: readonly string[]): Record<string, string> | null {
  const isAlike = (part: string, at: number) => part.startsWith("{") || part === path[at];
  if (template.length !== path.length || !template.every(isAlike)) return null;
  return Object.fromEntries(
    template.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), path[at] ?? ""]] : [])),
  );
}

export const api: GatewayApi = {
  routes,
  findRoute: (method, path) => {
    for (const [name, { routeKey }] of Object.entries(routes)) {
      const [ofRoute, template = ""] = routeKey.split(" ");
      const params = ofRoute === method ? paramsOf(template.split("/"), path.split("/")) : null;
      if (params) return { name, params };
    }
    return null;
  },
  exposedHeaders: ["x-shelf", "retry-after"],
};

export type GatewayEvent = Parameters<HttpHandler>[0];

export async function startTestGateway(options: Partial<GatewayOptions> = {}) {
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(poolKeys.publicKey)), kid, alg: "RS256", use: "sig" }] });
  const pool = await listen((_request, response) => response.end(jwks), 0);
  onTestFinished(pool.close);
  const events: GatewayEvent[] = [];
  const answering =
    (name: string): HttpHandler =>
    async (event) => {
      events.push(event);
      return { statusCode: 200, headers: { "content-type": "text/plain" }, body: name };
    };
  const handlers = Object.fromEntries(Object.keys(routes).map((name) => [name, answering(name)]));
  const gateway = await startApiGateway({
    port: 0,
    issuer: pool.url,
    clientId,
    allowedOrigins: [pageOrigin],
    api,
    ...options,
    handlers: { ...handlers, ...options.handlers },
  });
  onTestFinished(gateway.close);
  const claims = { sub: "user-1", username: "asha", client_id: clientId, token_use: "access", iss: pool.url };
  const sign = (given: JWTPayload = {}, key = poolKeys.privateKey) =>
    new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + 600, ...given })
      .setProtectedHeader({ alg: "RS256", kid })
      .sign(key);
  return {
    url: gateway.url,
    port: Number(new URL(gateway.url).port),
    pool,
    events,
    lastEvent: () => {
      const event = events.at(-1);
      if (!event) throw new Error("No handler was called");
      return event;
    },
    sign,
    call: async (method: string, path: string, init: RequestInit = {}) =>
      fetch(`${gateway.url}${path}`, {
        method,
        ...init,
        headers: { authorization: `Bearer ${await sign()}`, ...init.headers },
      }),
  };
}
