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
import { addLogFields, describeError, log, withLogFields } from "./runtime/log.ts";
import { toOutageRefusal } from "./runtime/outage.ts";
import { withDeadline } from "./runtime/time-limits.ts";
import { clock, closedAccounts } from "./services.ts";

type RouteCaller<Name extends RouteName> = Routes[Name]["access"] extends "user" ? NamedUser : null;

/** The routes that refuse a caller whose account was deleted, because they do not see to that themselves. */
type LearnerRoute = {
  [Name in RouteName]: Routes[Name] extends { access: "user"; servesClosed?: never } ? Name : never;
}[RouteName];

/** What was requested, for handlers that check more than its parsed parts. */
export type HttpRequest = {
  method: string;
  path: string;
  /** The body as it came, byte for byte. */
  rawBody: string;
  /** Where the request came from, as the gateway saw it: no header that a client can set. */
  sourceAddress: string;
  /** A header by its lower-case name; "" if there is none. */
  header: (name: string) => string;
};

/** A call as a handler gets it: authenticated, and parsed with the route's schemas. */
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

/** Webhook bodies are larger than anything that a learner sends. */
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

/** When to try again after a failure that is not the caller's, unless the refusal says it. */
const outageRetrySeconds = 5;

function toRefusalResponse({ code, message, retryAfterSeconds: said }: Refusal): APIGatewayProxyStructuredResultV2 {
  const status = refusalStatus[code];
  const { headers, ...response } = toJsonResponse(status, { code, message });
  const retryAfterSeconds = said ?? (status === 503 ? outageRetrySeconds : undefined);
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

/** The part of the API's table that holds a route: whoever gave the whole would carry the schemas of all. */
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
      // A signed body is parsed after its signature has been checked.
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
    // The schemas of the route in hand produced these values; TypeScript cannot tie them to the type parameter.
    return toJsonResponse(200, await handle(call as RouteCall<Name>, provideAll(providers)));
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

/**
 * Makes a Lambda handler of a route's function: authenticates, parses with the route's schemas, hands over the services
 * that the function names, serialises its answer, logs, and turns every `Refusal` into `{code, message}` and its status.
 * Anything else that is thrown is logged and answered with a generic 500.
 * @param routes the part of the API's table that holds the route: a bundle carries what is in it
 */
export function onHttp<Name extends Exclude<RouteName, LearnerRoute>, Services>(
  routes: RoutesWith<Name>,
  name: Name,
  handle: HandleCall<Name, Services>,
  providers: Providers<Services>,
) {
  return createRouteHandler(routes, name, handle, providers, async () => undefined);
}

/** The same as `onHttp`, for learners whose account is open: whoever is deleting theirs, or has, is refused. */
export function onLearnerHttp<Name extends LearnerRoute, Services>(
  routes: RoutesWith<Name>,
  name: Name,
  handle: HandleCall<Name, Services>,
  providers: Providers<Services>,
) {
  return createRouteHandler(routes, name, handle, providers, ({ userId }) => refuseClosed(closedAccounts(), userId));
}
