import { vi } from "vitest";
import * as z from "zod/mini";
import { type RouteName, type RouteResponse, routes } from "../../../domain/api.ts";
import { serverTimeHeader } from "../../../domain/http/route.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";

export type CallOptions = {
  apiUrl: string;
  /** Sent as a bearer token. */
  token?: string | undefined;
  params?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
};

export type Answer = { status: number; body: unknown; serverTime: Date };

/** The path of a route with its parameters, which are sent as they are; those that it does not hold as its query. */
export function pathOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  const { path } = routes[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => params[String(parameter)] ?? "");
  const query = Object.entries(params).flatMap(([name, value]) => (path.includes(name) ? [] : [`${name}=${value}`]));
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const serverTime = new Date(response.headers.get(serverTimeHeader) ?? "");
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), serverTime };
}

/** Sends any request to the API. */
export async function request(apiUrl: string, path: string, init: RequestInit = {}): Promise<Answer> {
  return readAnswer(await fetch(`${apiUrl}${path}`, init));
}

/** Calls a route over HTTP. */
export async function callRoute(name: RouteName, { apiUrl, token, params, body }: CallOptions): Promise<Answer> {
  return request(apiUrl, pathOf(name, params), {
    method: routes[name].method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The API as one learner calls it. */
export function apiOf(apiUrl: string, token: string) {
  type Request = Pick<CallOptions, "params" | "body">;
  const call = (name: RouteName, request: Request = {}) => callRoute(name, { apiUrl, token, ...request });
  return {
    /** The status and the body of whatever is answered. */
    call,
    /** The answer of a call that must succeed, which fits the route's schema. */
    ask: async <Name extends RouteName>(name: Name, request: Request = {}): Promise<RouteResponse<Name>> => {
      const { status, body } = await call(name, request);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      // The schema of the route in hand read this value; TypeScript cannot tie it to the type parameter.
      return z.parse(routes[name].response, body) as RouteResponse<Name>;
    },
    /** The status and code of a call that must be refused. */
    refusal: async (name: RouteName, request: Request = {}) => {
      const { status, body } = await call(name, request);
      return { status, code: z.object({ code: z.string() }).parse(body).code };
    },
  };
}

/** Sends again what is refused for the throttle's sake, until it is let through. */
export function retryThrottled(send: () => Promise<Answer>): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await send();
      if (answer.status === 429) throw new Error("The throttle lets nothing through");
      return answer;
    },
    { timeout: scaledTimeoutMs(15_000), interval: 250 },
  );
}
