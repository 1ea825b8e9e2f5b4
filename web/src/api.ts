import * as z from "zod/mini";
import {
  RefusalBody,
  type RouteBody,
  type RouteName,
  type RouteParams,
  type RouteResponse,
  routes,
} from "../../domain/api.ts";
import type { RefusalCode } from "../../domain/http/refusal.ts";
import { serverTimeHeader } from "../../domain/http/route.ts";
import { recordServerTime } from "./browser/server-time.ts";

export type ApiErrorCode = RefusalCode | "unreachable" | "unreadable" | "no_such_route";

export class ApiError extends Error {
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.name = "ApiError";
    this.code = code;
  }
}

type ApiConnection = {
  apiUrl: string;
  accessToken: () => Promise<string | null>;
  renewToken: (refused: string) => Promise<string | null>;
  getSessionSignal: () => AbortSignal;
  onAccountDeleted: () => void;
};
let connection: ApiConnection | undefined;

const changeListeners = new Set<() => void>();

/** Calls `listener` before and after each request of `callApi` that may change data. */
export function onRequestToChange(listener: () => void): void {
  changeListeners.add(listener);
}

function notifyOfChange({ name }: ApiRequest): void {
  if (routes[name].method === "GET") return;
  for (const listener of changeListeners) listener();
}

/** Call this function before the first request. */
export function connectApi(to: ApiConnection): void {
  connection = to;
}

type AnyInput = { params?: Readonly<Record<string, string>>; body?: unknown };
export type CallInput<Name extends RouteName> = AnyInput &
  (RouteParams<Name> extends Record<string, never> ? unknown : { params: RouteParams<Name> }) &
  (RouteBody<Name> extends undefined ? unknown : { body: RouteBody<Name> });

function buildPath(name: RouteName, params: Readonly<Record<string, string>>): string {
  const { path } = routes[name];
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? ""));
  const others = Object.entries(params).filter(([param]) => !path.includes(`{${param}}`));
  return others.length === 0 ? filled : `${filled}?${new URLSearchParams(others)}`;
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = RefusalBody.safeParse(await response.json().catch(() => null));
  if (response.status === 401) return isDeleted(body) ? accountDeletedError() : unauthorizedError();
  // A newer server may send a code that this version does not know. The message can still be shown.
  if (body.success) return new ApiError(body.data.code as RefusalCode, body.data.message);
  // API Gateway's own 429 response contains no code. Its limit counts the requests of all learners together.
  if (response.status === 429)
    return new ApiError("too_many_requests", "Too many requests. Please wait a few minutes.");
  // API Gateway's own 404 response contains no code. The page is probably older or newer than the API.
  if (response.status === 404)
    return new ApiError(
      "no_such_route",
      "This page does not match the current version of Parlance. Reload the page to continue.",
    );
  return new ApiError("internal_error", `The server returned an error (status ${response.status}). Please try again.`);
}

const isDeleted = (body: ReturnType<typeof RefusalBody.safeParse>) =>
  body.success && body.data.code === ("user_gone" satisfies RefusalCode);

const accountDeletedError = () => new ApiError("user_gone", "This account has been deleted.");
const unauthorizedError = () => new ApiError("unauthorized", "Please log in again.");
const unreachableError = () =>
  new ApiError("unreachable", "Parlance cannot be reached. Check your connection and try again.");

type ApiRequest = { name: RouteName; params: Readonly<Record<string, string>>; body: unknown };

type RequestAuth = { token: string; over: AbortSignal };

/** API Gateway responds within 30 seconds. The rest is for the network. */
const requestTimeoutMs = 40_000;

async function sendRequest(
  apiUrl: string,
  { name, params, body }: ApiRequest,
  caller?: RequestAuth,
): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return fetch(apiUrl + buildPath(name, params), {
    method: routes[name].method,
    headers: {
      ...(caller ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: caller ? AbortSignal.any([caller.over, timeout]) : timeout,
  });
}

/** Aborts the request when the session ends, because the next token may be another learner's. */
async function sendAsLearner(connection: ApiConnection, call: ApiRequest) {
  const { apiUrl, accessToken, renewToken, getSessionSignal } = connection;
  const over = getSessionSignal();
  try {
    const token = await accessToken();
    if (token === null || over.aborted) throw unauthorizedError();
    const response = await sendRequest(apiUrl, call, { token, over });
    if (response.status !== 401) return response;
    if (
      isDeleted(
        RefusalBody.safeParse(
          await response
            .clone()
            .json()
            .catch(() => null),
        ),
      )
    ) {
      connection.onAccountDeleted();
      throw accountDeletedError();
    }
    const newer = await renewToken(token);
    if (newer === null || over.aborted) throw unauthorizedError();
    return await sendRequest(apiUrl, call, { token: newer, over });
  } catch (error) {
    throw error instanceof ApiError || !over.aborted ? error : unauthorizedError();
  }
}

async function requestRoute(call: ApiRequest): Promise<Response> {
  if (!connection) throw new Error("The API is not connected");
  notifyOfChange(call);
  try {
    const isPublic = routes[call.name].access !== "user";
    return await (isPublic ? sendRequest(connection.apiUrl, call) : sendAsLearner(connection, call));
  } catch (error) {
    throw error instanceof ApiError ? error : unreachableError();
  } finally {
    notifyOfChange(call);
  }
}

/** @throws ApiError */
export async function callApi<Name extends RouteName>(
  name: Name,
  input: CallInput<Name>,
): Promise<RouteResponse<Name>> {
  const { params = {}, body }: AnyInput = input;
  return readReply(name, await requestRoute({ name, params, body }));
}

/**
 * Does not renew the token.
 * @throws ApiError
 */
export async function callApiWithToken<Name extends RouteName>(
  token: string,
  name: Name,
  input: CallInput<Name>,
): Promise<RouteResponse<Name>> {
  if (!connection) throw new Error("The API is not connected");
  const { params = {}, body }: AnyInput = input;
  const over = connection.getSessionSignal();
  const response = await sendRequest(connection.apiUrl, { name, params, body }, { token, over }).catch(() => {
    throw over.aborted ? unauthorizedError() : unreachableError();
  });
  return readReply(name, response);
}

async function readReply<Name extends RouteName>(name: Name, response: Response): Promise<RouteResponse<Name>> {
  recordServerTime(response.headers.get(serverTimeHeader));
  if (!response.ok) throw await toApiError(response);
  const value: unknown = await response.json().catch(() => null);
  const reply = z.safeParse(routes[name].response, value);
  if (!reply.success) throw new ApiError("unreadable", "The server's response could not be read. Please try again.");
  // `reply.data` was parsed with this route's schema, but TypeScript cannot connect the schema to the type parameter.
  return reply.data as RouteResponse<Name>;
}
