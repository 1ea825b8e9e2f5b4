import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import type { Account } from "./account/account.ts";
import type { EventCause } from "./account/event-log.ts";
import { invalidRequest, StripeFailure } from "./account/failure.ts";
import { inTransaction } from "./account/store.ts";
import { apiVersion, isStored, newId, toApiObject } from "./account/stored.ts";
import { operations } from "./operations/operations.ts";
import { expand } from "./protocol/expand.ts";
import { decodeForm, type Form } from "./protocol/form.ts";
import type { ApiResponse, Idempotency } from "./protocol/idempotency.ts";
import type { Operation } from "./protocol/operation.ts";
import { listOf, parseParameters, Text } from "./protocol/parameters.ts";
import { readText } from "./protocol/read-text.ts";

export type EndpointSettings = {
  state: DatabaseSync;
  apiKey: string;
  idempotency: Idempotency;
  openAccount: (cause: EventCause) => Account;
  settleNow: () => void;
};

function authenticate({ headers }: IncomingMessage, apiKey: string): void {
  const [, key = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const [given, expected] = [Buffer.from(key), Buffer.from(apiKey)];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  const message =
    key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth."
      : `Invalid API Key provided: ${key.slice(0, 8)}***${key.slice(-4)}`;
  throw new StripeFailure(401, "invalid_request_error", message);
}

function checkHeaders({ headers, method }: IncomingMessage): void {
  const version = headers["stripe-version"] ?? apiVersion;
  if (version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. The local fake only speaks ${apiVersion}.`);
  }
  if (headers["stripe-account"] !== undefined) {
    throw invalidRequest("The local fake has no connected accounts.", { code: "account_invalid" });
  }
  const type = headers["content-type"] ?? "application/x-www-form-urlencoded";
  if (method === "POST" && !type.startsWith("application/x-www-form-urlencoded")) {
    throw invalidRequest(`Invalid Content-Type: ${type}. The API takes form-encoded bodies.`);
  }
}

const pathPattern = (path: string) => new RegExp(`^/v1${path.replace(":id", "([^/]+)")}$`);
const routes = operations.map((operation) => ({ operation, pattern: pathPattern(operation.path) }));

function route(method: string, path: string): { operation: Operation; id: string } {
  for (const { operation, pattern } of routes) {
    const match = operation.method === method ? pattern.exec(path) : null;
    if (match) return { operation, id: decodeURIComponent(match[1] ?? "") };
  }
  const message = `Unrecognized request URL (${method}: ${path}). The local fake of Stripe may not model it.`;
  throw new StripeFailure(404, "invalid_request_error", message);
}

const ExpandPaths = z.optional(listOf(Text));

function perform(operation: Operation, id: string, form: Form, account: Account): string {
  const { expand: asked, ...parameters } = form;
  const { expand: paths } = parseParameters(z.object({ expand: ExpandPaths }), { expand: asked });
  const answer = operation.run({ account, id, form: parameters });
  const plain = isStored(answer) ? toApiObject(answer) : answer;
  return JSON.stringify(expand(account, withShownMembers(plain), paths ?? []), null, 2);
}

function withShownMembers(answer: object): object {
  if (!("data" in answer) || !Array.isArray(answer.data)) return answer;
  return { ...answer, data: answer.data.map((member) => (isStored(member) ? toApiObject(member) : member)) };
}

function errorBody(cause: unknown): ApiResponse {
  const failure =
    cause instanceof StripeFailure
      ? cause
      : new StripeFailure(500, "api_error", "An unknown error occurred in the local fake of Stripe.");
  if (failure !== cause) console.error("Stripe:", cause);
  const { status, type, message, details } = failure;
  return { status, body: JSON.stringify({ error: { ...details, message, type } }, null, 2) };
}

function isMisunderstood(cause: unknown): boolean {
  const code = cause instanceof StripeFailure ? cause.details.code : undefined;
  return code === "resource_missing" || code?.startsWith("parameter_") === true;
}

type Request = { method: string; path: string; text: string; key: string | null; requestId: string };

function execute(request: Request, settings: EndpointSettings): ApiResponse & { replayed?: true } {
  const { method, path, text, key, requestId } = request;
  const { operation, id } = route(method, path);
  settings.settleNow();
  const account = settings.openAccount({ id: requestId, idempotency_key: key });
  const fingerprint = `${method} ${path}\n${text}`;
  const present = key === null ? null : settings.idempotency.recall(key, fingerprint, account.now);
  if (present) return { ...present, replayed: true };
  try {
    return inTransaction(settings.state, () => {
      const answer = { status: 200, body: perform(operation, id, decodeForm(text), account) };
      if (key !== null) settings.idempotency.remember(key, fingerprint, answer, account.now);
      return answer;
    });
  } catch (cause) {
    const answer = errorBody(cause);
    // As at Stripe, errors are stored too, except those of some invalid requests:
    // https://docs.stripe.com/api/idempotent_requests
    if (key !== null && !isMisunderstood(cause)) {
      settings.idempotency.remember(key, fingerprint, answer, account.now);
    }
    return answer;
  }
}

async function respondTo(message: IncomingMessage, url: URL, requestId: string, settings: EndpointSettings) {
  const { method = "GET", headers } = message;
  const given = method === "POST" ? headers["idempotency-key"] : undefined;
  const key = given === undefined ? null : String(given);
  let giveBack = () => {};
  try {
    authenticate(message, settings.apiKey);
    checkHeaders(message);
    if (key !== null) giveBack = settings.idempotency.lock(key);
    const body = await readText(message);
    const text = method === "POST" ? body : [url.search.slice(1), body].filter((part) => part !== "").join("&");
    return execute({ method, path: url.pathname, text, key, requestId }, settings);
  } catch (cause) {
    return errorBody(cause);
  } finally {
    giveBack();
  }
}

export async function handleApiRequest(
  message: IncomingMessage,
  response: ServerResponse,
  url: URL,
  settings: EndpointSettings,
): Promise<void> {
  const requestId = newId("req");
  const answer = await respondTo(message, url, requestId, settings);
  const key = message.headers["idempotency-key"];
  response
    .writeHead(answer.status, {
      "Content-Type": "application/json",
      "Request-Id": requestId,
      "Stripe-Version": apiVersion,
      ...(key === undefined ? {} : { "Idempotency-Key": String(key) }),
      ...("replayed" in answer ? { "Idempotent-Replayed": "true" } : {}),
    })
    .end(answer.body);
}
