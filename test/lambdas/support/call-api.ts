import { vi } from "vitest";
import * as z from "zod/mini";
import { type RouteName, type RouteResponse, routes } from "../../../domain/api.ts";
import { serverTimeHeader } from "../../../domain/http/route.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";

export type CallOptions = {
  apiUrl: string;
  token?: string | undefined;
  params?: Readonly<Record<string, string>>;
  body?: unknown;
};

export type Answer = { status: number; body: unknown; serverTime: Date };

/** Parameters are not encoded. A parameter that the path does not contain becomes part of the query. */
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

export async function request(apiUrl: string, path: string, init: RequestInit = {}): Promise<Answer> {
  return readAnswer(await fetch(`${apiUrl}${path}`, init));
}

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

export function apiOf(apiUrl: string, token: string) {
  type Request = Pick<CallOptions, "params" | "body">;
  const call = (name: RouteName, request: Request = {}) => callRoute(name, { apiUrl, token, ...request });
  return {
    call,
    ask: async <Name extends RouteName>(name: Name, request: Request = {}): Promise<RouteResponse<Name>> => {
      const { status, body } = await call(name, request);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      // The schema of this route has parsed this value. TypeScript cannot connect the schema with the type parameter.
      return z.parse(routes[name].response, body) as RouteResponse<Name>;
    },
    refusal: async (name: RouteName, request: Request = {}) => {
      const { status, body } = await call(name, request);
      return { status, code: z.object({ code: z.string() }).parse(body).code };
    },
  };
}

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
