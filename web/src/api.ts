import * as z from "zod/mini";
import { type Body, type Params, RefusalBody, type Reply, type RouteName, routes } from "../../domain/api.ts";
import type { RefusalCode } from "../../domain/http/refusal.ts";
import { serverTimeHeader } from "../../domain/http/route.ts";
import { noteServerTime } from "./browser/server-time.ts";

/** Why a call failed: the server's refusal code, or what kept the call from being answered. */
export type ApiFailure = RefusalCode | "unreachable" | "unreadable" | "no_such_route";

export class ApiError extends Error {
  readonly code: ApiFailure;

  constructor(code: ApiFailure, message: string) {
    super(message);
    this.name = "ApiError";
    this.code = code;
  }
}

type Connection = {
  apiUrl: string;
  /** Null for nobody, and for somebody who is just logging out. */
  accessToken: () => Promise<string | null>;
  /** A newer token than one that was refused; null ends the session. */
  renewToken: (refused: string) => Promise<string | null>;
  /** Aborted once the present session is over. */
  sessionOver: () => AbortSignal;
  /** Told that the account of whoever calls has been deleted, which ends the session. */
  accountDeleted: () => void;
};
let connection: Connection | undefined;

/** Says where the API is and who calls it; once, before the first call. */
export function connectApi(to: Connection): void {
  connection = to;
}

type AnyInput = { params?: Readonly<Record<string, string>>; body?: unknown };
/** What a route is called with. */
export type CallInput<Name extends RouteName> = AnyInput &
  (Params<Name> extends Record<string, never> ? unknown : { params: Params<Name> }) &
  (Body<Name> extends undefined ? unknown : { body: Body<Name> });

function addressOf(name: RouteName, params: Readonly<Record<string, string>>): string {
  const { path } = routes[name];
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? ""));
  const others = Object.entries(params).filter(([param]) => !path.includes(`{${param}}`));
  return others.length === 0 ? filled : `${filled}?${new URLSearchParams(others)}`;
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = RefusalBody.safeParse(await response.json().catch(() => null));
  if (response.status === 401) return isDeleted(body) ? accountDeleted() : unauthorized();
  // An unknown code from a newer server still carries a message to show.
  if (body.success) return new ApiError(body.data.code as RefusalCode, body.data.message);
  // API Gateway's own refusal of too many calls has neither a code nor words for a learner.
  if (response.status === 429)
    return new ApiError("too_many_requests", "Too many attempts. Please wait a few minutes.");
  // Nor has its word that there is no such route, which an older page hears, or a newer one of an older API.
  if (response.status === 404)
    return new ApiError("no_such_route", "Parlance was updated while this page was open. Reload the page to continue.");
  return new ApiError("internal_error", `The server returned an error (status ${response.status}). Please try again.`);
}

const isDeleted = (body: ReturnType<typeof RefusalBody.safeParse>) =>
  body.success && body.data.code === ("user_gone" satisfies RefusalCode);

const accountDeleted = () => new ApiError("user_gone", "This account has been deleted.");
const unauthorized = () => new ApiError("unauthorized", "Please log in again.");
const unreachable = () =>
  new ApiError("unreachable", "Parlance cannot be reached. Check your connection and try again.");

type Call = { name: RouteName; params: Readonly<Record<string, string>>; body: unknown };

type Caller = { token: string; over: AbortSignal };

async function send(apiUrl: string, { name, params, body }: Call, caller?: Caller): Promise<Response> {
  return fetch(apiUrl + addressOf(name, params), {
    method: routes[name].method,
    headers: {
      ...(caller ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(caller ? { signal: caller.over } : {}),
  });
}

/**
 * Sends a call as whoever is signed in; once more with a newer token if its own is refused. A call of nobody's is not
 * sent at all, and one whose session ends meanwhile is given up: another's token is none for it.
 */
async function sendAsLearner(connection: Connection, call: Call) {
  const { apiUrl, accessToken, renewToken, sessionOver } = connection;
  const over = sessionOver();
  try {
    const token = await accessToken();
    if (token === null || over.aborted) throw unauthorized();
    const response = await send(apiUrl, call, { token, over });
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
      connection.accountDeleted();
      throw accountDeleted();
    }
    const newer = await renewToken(token);
    if (newer === null || over.aborted) throw unauthorized();
    return await send(apiUrl, call, { token: newer, over });
  } catch (error) {
    throw error instanceof ApiError || !over.aborted ? error : unauthorized();
  }
}

async function request(call: Call): Promise<Response> {
  if (!connection) throw new Error("The API is not connected");
  try {
    const isPublic = routes[call.name].access !== "user";
    return await (isPublic ? send(connection.apiUrl, call) : sendAsLearner(connection, call));
  } catch (error) {
    throw error instanceof ApiError ? error : unreachable();
  }
}

/**
 * Calls a route of the API as the learner who is signed in, and parses its answer.
 * @throws ApiError
 */
export async function callApi<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Reply<Name>> {
  const { params = {}, body }: AnyInput = input;
  return readReply(name, await request({ name, params, body }));
}

/**
 * The same with an access token at hand, which is not renewed: for whoever is exchanging the session's tokens.
 * @throws ApiError
 */
export async function callApiWith<Name extends RouteName>(
  token: string,
  name: Name,
  input: CallInput<Name>,
): Promise<Reply<Name>> {
  if (!connection) throw new Error("The API is not connected");
  const { params = {}, body }: AnyInput = input;
  const over = connection.sessionOver();
  const response = await send(connection.apiUrl, { name, params, body }, { token, over }).catch(() => {
    throw over.aborted ? unauthorized() : unreachable();
  });
  return readReply(name, response);
}

async function readReply<Name extends RouteName>(name: Name, response: Response): Promise<Reply<Name>> {
  noteServerTime(response.headers.get(serverTimeHeader));
  if (!response.ok) throw await failureOf(response);
  const value: unknown = await response.json().catch(() => null);
  const reply = z.safeParse(routes[name].response, value);
  if (!reply.success) throw new ApiError("unreadable", "The server's response could not be read. Please try again.");
  // Parsed with this route's schema; TypeScript cannot tie it to the type parameter.
  return reply.data as Reply<Name>;
}
