import { generateKeyPairSync } from "node:crypto";
import { exportJWK, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import { type RouteName, routes } from "../../domain/api.ts";
import { type GatewayOptions, type HttpHandler, startApiGateway } from "../../fakes/api-gateway/api-gateway.ts";
import { listen } from "../../fakes/foundation/listen.ts";
import { gatewayApi } from "../../local/gateway-api.ts";

export const clientId = "web";
export const pageOrigin = "http://localhost:5173";
const kid = "key-1";

const makeKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const poolKeys = makeKeys();
export const otherPrivateKey = makeKeys().privateKey;

export type GatewayEvent = Parameters<HttpHandler>[0];

/** A gateway before handlers that answer with their name and keep their events, and a pool that signs for it. */
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
  const names = Object.keys(routes) as RouteName[];
  const handlers = Object.fromEntries(names.map((name) => [name, answering(name)])) as GatewayOptions["handlers"];
  const gateway = await startApiGateway({
    port: 0,
    issuer: pool.url,
    clientId,
    allowedOrigins: [pageOrigin],
    api: gatewayApi,
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
