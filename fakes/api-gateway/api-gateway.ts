import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { listen, type RunningServer, requestUrl } from "../foundation/listen.ts";
import { type Authorizer, createJwtAuthorizer } from "./authorizer.ts";
import { type GatewayEvent, readBody, toEvent } from "./event.ts";

export type HttpHandler = (event: GatewayEvent, context: Context) => Promise<unknown>;

/** `rate` is in requests a second. */
export type GatewayRoute = {
  /** The key that the handler receives, such as "GET /account". */
  routeKey: string;
  isAuthorized: boolean;
  throttle?: { rate: number; burst: number } | undefined;
};

export type GatewayApi = {
  routes: Readonly<Record<string, GatewayRoute>>;
  /** The returned `params` are not decoded. */
  findRoute: (method: string, path: string) => { name: string; params: Record<string, string> } | null;
  exposedHeaders: readonly string[];
};

export type GatewayOptions = {
  port: number;
  issuer: string;
  clientId: string;
  allowedOrigins: readonly string[];
  api: GatewayApi;
  handlers: Readonly<Record<string, HttpHandler>>;
};

const HandlerResult = z.object({
  statusCode: z.number(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
});

const defaultThrottle = { rate: 200, burst: 400 };

class GatewayRefusal extends Error {
  readonly status: 400 | 401 | 404 | 413 | 429 | 500;

  constructor(status: GatewayRefusal["status"], message: string) {
    super(message);
    this.status = status;
  }
}

function corsHeaders(request: IncomingMessage, { allowedOrigins, api }: GatewayOptions): Record<string, string> {
  const { origin } = request.headers;
  if (!origin || !allowedOrigins.includes(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": api.exposedHeaders.join(","),
    vary: "origin",
  };
}

/**
 * The API's CORS settings define the response to a preflight that no route matches:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
function isPreflight(request: IncomingMessage, { findRoute }: GatewayApi): boolean {
  if (request.method !== "OPTIONS" || !request.headers["access-control-request-method"]) return false;
  const path = requestUrl(request)?.pathname;
  return path === undefined || findRoute("OPTIONS", path) === null;
}

const preflightHeaders = {
  "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,OPTIONS",
  "access-control-allow-headers": "authorization,content-type",
  "access-control-max-age": "600",
};

function send(response: ServerResponse, status: number, headers: Record<string, string>, body?: string | Buffer): void {
  response.writeHead(status, headers);
  response.end(body);
}

function createLambdaContext(name: string, requestId: string): Context {
  // Functions have no timeout in the local cloud.
  const context = { functionName: name, awsRequestId: requestId, getRemainingTimeInMillis: () => 900_000 };
  // The handlers read no other field of the context.
  return context as Context;
}

type Gateway = {
  authorizer: Authorizer;
  api: GatewayApi;
  handlers: GatewayOptions["handlers"];
  takeToken: (name: string) => boolean;
};

async function handleRequest(gateway: Gateway, request: IncomingMessage) {
  const url = requestUrl(request);
  if (!url) throw new GatewayRefusal(400, "Bad Request");
  const body = await readBody(request);
  if (!body) throw new GatewayRefusal(413, "Request Entity Too Large");
  const found = gateway.api.findRoute(request.method ?? "GET", url.pathname);
  if (!found) throw new GatewayRefusal(404, "Not Found");
  const { name, params } = found;
  if (!gateway.takeToken(name)) throw new GatewayRefusal(429, "Too Many Requests");
  const [route, handler] = [gateway.api.routes[name], gateway.handlers[name]];
  if (!route || !handler) throw new Error(`The route ${name} has no handler`);
  const { routeKey, isAuthorized } = route;
  const claims = isAuthorized ? await gateway.authorizer.authorize(request.headers.authorization) : null;
  if (isAuthorized && !claims) throw new GatewayRefusal(401, "Unauthorized");
  const decoded = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]));
  const event = toEvent({ request, url, routeKey, params: decoded, claims, body });
  return HandlerResult.parse(await handler(event, createLambdaContext(name, event.requestContext.requestId)));
}

function toRefusal(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  if (error instanceof URIError) return new GatewayRefusal(400, "Bad Request");
  console.error("A handler failed:", error);
  return new GatewayRefusal(500, "Internal Server Error");
}

/** @throws PortTakenError */
export function startApiGateway(options: GatewayOptions): Promise<RunningServer> {
  const { api, handlers } = options;
  const buckets = new Map(
    Object.entries(api.routes).map(([name, { throttle = defaultThrottle }]) => [
      name,
      createTokenBucket(throttle, () => performance.now()),
    ]),
  );
  const gateway: Gateway = {
    authorizer: createJwtAuthorizer(options),
    api,
    handlers,
    takeToken: (name) => buckets.get(name)?.() ?? true,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const cors = corsHeaders(request, options);
    if (isPreflight(request, api)) {
      return send(response, 204, { ...cors, ...(cors["vary"] ? preflightHeaders : {}) });
    }
    try {
      const result = await handleRequest(gateway, request);
      const body = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
      send(response, result.statusCode, { ...result.headers, ...cors }, body);
    } catch (error) {
      // A client that disconnected during its request needs no response.
      if (request.errored) return;
      const { status, message } = toRefusal(error);
      send(response, status, { ...cors, "content-type": "application/json" }, JSON.stringify({ message }));
    }
  };
  return listen((request, response) => void respond(request, response), options.port);
}

type Throttle = { rate: number; burst: number };

export function createTokenBucket({ rate, burst }: Throttle, nowMs: () => number): () => boolean {
  let tokens = burst;
  let at = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * rate);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
