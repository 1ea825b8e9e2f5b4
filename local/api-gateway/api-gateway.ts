/**
 * Stands in for an API Gateway HTTP API: the route table, the JWT authorizer, CORS, throttling and payload format 2.0,
 * calling the same handlers that are deployed.
 *
 * What it does not do: time handlers out, log access, fill in `queryStringParameters` and `cookies`, and answer refusals
 * of the gateway itself just as AWS does. AWS
 * sends `{"message"}` alone when the authorizer or the throttle refuses; here a `code` stands beside it, as in every
 * other refusal of this API, and the handlers' security headers, which an HTTP API cannot add to refusals of its own.
 * Why: docs/decisions/0007-refusals-of-the-local-gateway.md
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { exposedHeaders, type Route, type RouteName, routes } from "../../domain/api.ts";
import { type RefusalCode, refusalStatus } from "../../domain/refusal.ts";
import { findRoute } from "../../domain/route-match.ts";
import { apiSecurityHeaders } from "../../domain/security-headers.ts";
import { type Listening, listen } from "../listen.ts";
import { requestUrl } from "../request-url.ts";
import { type Authorizer, jwtAuthorizer } from "./authorizer.ts";
import { type GatewayEvent, readBody, toEvent } from "./event.ts";
import { tokenBucket } from "./throttle.ts";

export type HttpHandler = (event: GatewayEvent, context: Context) => Promise<unknown>;

export type GatewayOptions = {
  port: number;
  issuer: string;
  clientId: string;
  allowedOrigins: readonly string[];
  handlers: Readonly<Record<RouteName, HttpHandler>>;
};

const HandlerResult = z.object({
  statusCode: z.number(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
});

const defaultThrottle = { rate: 200, burst: 400 };

class GatewayRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

function corsHeaders(request: IncomingMessage, allowedOrigins: readonly string[]): Record<string, string> {
  const { origin } = request.headers;
  if (!origin || !allowedOrigins.includes(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposedHeaders.join(","),
    vary: "origin",
  };
}

const preflightHeaders = {
  "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,OPTIONS",
  "access-control-allow-headers": "authorization,content-type",
  "access-control-max-age": "600",
};

function send(response: ServerResponse, status: number, headers: Record<string, string>, body?: string): void {
  response.writeHead(status, headers);
  response.end(body);
}

function lambdaContext(name: RouteName, requestId: string): Context {
  const context = { functionName: name, awsRequestId: requestId, getRemainingTimeInMillis: () => 10_000 };
  // The handlers read no more of their context than this.
  return context as Context;
}

type Gateway = {
  authorizer: Authorizer;
  handlers: GatewayOptions["handlers"];
  letThrough: (name: RouteName) => boolean;
};

async function answer(gateway: Gateway, request: IncomingMessage) {
  const url = requestUrl(request);
  if (!url) throw new GatewayRefusal("bad_request", "The address is malformed");
  const body = await readBody(request);
  if (!body) throw new GatewayRefusal("body_too_large", "Request Entity Too Large");
  const { name, params } = findRoute(request.method ?? "GET", url.pathname);
  if (!gateway.letThrough(name)) throw new GatewayRefusal("too_many_requests", "Too Many Requests");
  const route: Route = routes[name];
  const claims = route.access === "user" ? await gateway.authorizer.claimsOf(request.headers.authorization) : null;
  if (route.access === "user" && !claims) throw new GatewayRefusal("unauthorized", "Unauthorized");
  const routeKey = route.method === "ANY" ? route.path : `${route.method} ${route.path}`;
  const decoded = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]));
  const event = toEvent({ request, url, routeKey, params: decoded, claims, body });
  const handler = gateway.handlers[name];
  return HandlerResult.parse(await handler(event, lambdaContext(name, event.requestContext.requestId)));
}

function refusalOf(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  if (error instanceof URIError) return new GatewayRefusal("bad_request", "The address is malformed");
  console.error("A handler failed:", error);
  return new GatewayRefusal("internal_error", "Internal Server Error");
}

/** Starts the stand-in. @throws PortTakenError */
export function startApiGateway(options: GatewayOptions): Promise<Listening> {
  const names = Object.keys(options.handlers) as RouteName[];
  const buckets = new Map(
    names.map((name) => [
      name,
      tokenBucket((routes[name] as Route).throttle ?? defaultThrottle, () => performance.now()),
    ]),
  );
  const gateway: Gateway = {
    authorizer: jwtAuthorizer(options),
    handlers: options.handlers,
    letThrough: (name) => buckets.get(name)?.() ?? true,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const cors = corsHeaders(request, options.allowedOrigins);
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"]) {
      return send(response, 204, { ...cors, ...(cors["vary"] ? preflightHeaders : {}) });
    }
    try {
      const result = await answer(gateway, request);
      send(response, result.statusCode, { ...result.headers, ...cors }, result.body);
    } catch (error) {
      // A client that left in the middle of its request waits for no answer.
      if (request.errored) return;
      const { code, message } = refusalOf(error);
      const headers = { ...apiSecurityHeaders, ...cors, "content-type": "application/json" };
      send(response, refusalStatus[code], headers, JSON.stringify({ code, message }));
    }
  };
  return listen((request, response) => void respond(request, response), options.port);
}
