import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import * as z from "zod/mini";
import type { RouteBody, RouteName, RouteParams, RouteResponse, Routes } from "../domain/api.ts";
import { Refusal, refusalStatus } from "../domain/http/refusal.ts";
import { maxBodyBytes, type Route, serverTimeHeader } from "../domain/http/route.ts";
import { apiSecurityHeaders } from "../domain/http/security-headers.ts";
import type { NamedUser } from "./accounts/user-directory.ts";
import { refuseClosed } from "./guards/guards.ts";
import { type Providers, provideAll } from "./providers.ts";
import { compressResponse } from "./runtime/compress-response.ts";
import { addLogFields, describeError, log, withLogFields } from "./runtime/log.ts";
import { toOutageRefusal } from "./runtime/outage.ts";
import { withDeadline } from "./runtime/time-limits.ts";
import { clock, closedAccounts } from "./services.ts";

type RouteCaller<Name extends RouteName> = Routes[Name]["access"] extends "user" ? NamedUser : null;

/** Routes of learners that refuse accounts that are closed or being deleted. */
type LearnerRoute = {
  [Name in RouteName]: Routes[Name] extends { access: "user"; servesClosed?: never } ? Name : never;
}[RouteName];

export type HttpRequest = {
  method: string;
  path: string;
  /** The body before parsing, for signatures. */
  rawBody: string;
  /** The sender's network address as the gateway saw it. A client cannot set it by a header. */
  sourceAddress: string;
  /** Returns a header by its lower-case name; "" if it is missing. */
  header: (name: string) => string;
};

export type RouteCall<Name extends RouteName> = {
  caller: RouteCaller<Name>;
  params: RouteParams<Name>;
  body: RouteBody<Name>;
  request: HttpRequest;
};

type HttpEvent = APIGatewayProxyEventV2 & { requestContext: { authorizer?: unknown } };

const TokenClaims = z.object({ jwt: z.object({ claims: z.object({ sub: z.string(), username: z.string() }) }) });

function authenticate(event: HttpEvent): NamedUser {
  const authorizer = TokenClaims.safeParse(event.requestContext.authorizer);
  if (!authorizer.success) throw new Refusal("unauthorized", "Log in first");
  const { sub, username } = authorizer.data.jwt.claims;
  return { userId: sub, username };
}

/** Limit for webhooks, whose bodies may be larger than learners' bodies. */
const maxSignedBodyBytes = 512 * 1024;

function readText(event: HttpEvent, maxBytes: number): string {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > maxBytes)
    throw new Refusal("body_too_large", `The request body is larger than ${maxBytes / 1024} KB`);
  return bytes.toString("utf8");
}

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("bad_json", "The request body is not valid JSON");
  }
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join(".");
  throw new Refusal("bad_request", `${where ? `${what}, ${where}` : what}: ${issue?.message ?? "invalid"}`);
}

function toJsonResponse(status: number, value: unknown): APIGatewayProxyStructuredResultV2 {
  const headers = {
    ...apiSecurityHeaders,
    "cache-control": "no-store",
    [serverTimeHeader]: clock().now().toISOString(),
  };
  return {
    statusCode: status,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(value),
  };
}

const outageRetrySeconds = 5;

function toRefusalResponse({
  code,
  message,
  retryAfterSeconds: requested,
}: Refusal): APIGatewayProxyStructuredResultV2 {
  const status = refusalStatus[code];
  const { headers, ...response } = toJsonResponse(status, { code, message });
  const retryAfterSeconds = requested ?? (status === 503 ? outageRetrySeconds : undefined);
  const retryAfter = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return { ...response, headers: { ...headers, ...retryAfter } };
}

function logResponses(): middy.MiddlewareObj<HttpEvent, APIGatewayProxyStructuredResultV2> {
  return {
    after: ({ response }) => log("info", "answered", { status: response?.statusCode }),
    onError: ({ error, response }) =>
      log("info", "answered", {
        status: response?.statusCode,
        ...(error instanceof Refusal ? { code: error.code } : {}),
      }),
  };
}

function respondToErrors(): middy.MiddlewareObj<HttpEvent, APIGatewayProxyStructuredResultV2> {
  return {
    onError: (request) => {
      const { error, event } = request;
      if (error instanceof Refusal) {
        request.response = toRefusalResponse(error);
        return;
      }
      const requestId = event.requestContext.requestId;
      log("error", "failed", describeError(error));
      request.response = toRefusalResponse(
        toOutageRefusal(error) ?? new Refusal("internal_error", `Something went wrong. Reference: ${requestId}`),
      );
    },
  };
}

/** With the whole route table, each bundle would contain the schemas of all routes. */
type RoutesWith<Name extends RouteName> = Pick<Routes, NoInfer<Name>>;

type HandleCall<Name extends RouteName, Services> = (
  call: RouteCall<Name>,
  services: Services,
) => Promise<RouteResponse<Name>>;

function createRouteHandler<Name extends RouteName, Services>(
  routes: RoutesWith<Name>,
  name: Name,
  handle: HandleCall<Name, Services>,
  providers: Providers<Services>,
  admit: (caller: NamedUser) => Promise<void>,
) {
  const { access, params, body }: Route = routes[name];
  const base = async (event: HttpEvent, _context: Context) => {
    const rawBody = readText(event, access === "signature" ? maxSignedBodyBytes : maxBodyBytes);
    const call = {
      caller: access === "user" ? authenticate(event) : null,
      params: parse(params, { ...event.queryStringParameters, ...event.pathParameters }, "address"),
      body: access === "signature" ? undefined : parse(body, parseJson(rawBody), "body"),
      request: {
        method: event.requestContext.http.method,
        path: event.rawPath,
        rawBody,
        sourceAddress: event.requestContext.http.sourceIp,
        header: (header: string) => event.headers[header] ?? "",
      },
    };
    if (call.caller) {
      addLogFields({ userId: call.caller.userId });
      await admit(call.caller);
    }
    // TypeScript cannot connect these values to the type parameter.
    const response = toJsonResponse(200, await handle(call as RouteCall<Name>, provideAll(providers)));
    return compressResponse(response, event.headers["accept-encoding"] ?? "");
  };
  const chain = middy<HttpEvent, APIGatewayProxyStructuredResultV2>()
    .use(logResponses())
    .use(respondToErrors())
    .handler(base);
  return (event: HttpEvent, context: Context) =>
    withDeadline(context, () =>
      withLogFields({ route: name, requestId: event.requestContext.requestId }, () => chain(event, context)),
    );
}

/** @param routes the part of the table that contains the route; the bundle contains this whole part */
export function onHttp<Name extends Exclude<RouteName, LearnerRoute>, Services>(
  routes: RoutesWith<Name>,
  name: Name,
  handle: HandleCall<Name, Services>,
  providers: Providers<Services>,
) {
  return createRouteHandler(routes, name, handle, providers, async () => undefined);
}

/** Like `onHttp`, but refuses callers whose account is closed or being deleted. */
export function onLearnerHttp<Name extends LearnerRoute, Services>(
  routes: RoutesWith<Name>,
  name: Name,
  handle: HandleCall<Name, Services>,
  providers: Providers<Services>,
) {
  return createRouteHandler(routes, name, handle, providers, ({ userId }) => refuseClosed(closedAccounts(), userId));
}
