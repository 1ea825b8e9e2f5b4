import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export type ConnectionInfo = { connectionId: string; connectedAt: Date; sourceIp: string; userAgent: string };

type EventType = "CONNECT" | "MESSAGE" | "DISCONNECT";

const routeKeys = { CONNECT: "$connect", MESSAGE: "$default", DISCONNECT: "$disconnect" } as const;

function requestContext(facts: ConnectionInfo, eventType: EventType) {
  const { connectionId, connectedAt, sourceIp, userAgent } = facts;
  const now = new Date();
  return {
    routeKey: routeKeys[eventType],
    eventType,
    connectionId,
    connectedAt: connectedAt.getTime(),
    requestId: randomUUID(),
    extendedRequestId: randomUUID(),
    requestTime: now.toISOString(),
    requestTimeEpoch: now.getTime(),
    messageDirection: "IN",
    stage: "local",
    domainName: "localhost",
    apiId: "local",
    identity: { sourceIp, userAgent },
  };
}

/** Keeps the letter case of the headers' names. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    headers[name] = [...(headers[name] ?? []), value];
  }
  return headers;
}

export function connectEvent(facts: ConnectionInfo, request: IncomingMessage) {
  const multiValueHeaders = headersOf(request);
  return {
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1) ?? ""])),
    multiValueHeaders,
    requestContext: requestContext(facts, "CONNECT"),
    isBase64Encoded: false,
  };
}

export function messageEvent(facts: ConnectionInfo, body: string) {
  return {
    requestContext: { ...requestContext(facts, "MESSAGE"), messageId: randomUUID() },
    body,
    isBase64Encoded: false,
  };
}

export function disconnectEvent(facts: ConnectionInfo, status: number, reason: string) {
  const disconnected = { disconnectStatusCode: status, disconnectReason: reason };
  return { requestContext: { ...requestContext(facts, "DISCONNECT"), ...disconnected }, isBase64Encoded: false };
}

const expressionForm = /^\$request\.body((?:\.\w+)+)$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/**
 * Evaluates a route selection expression, such as "$request.body.part":
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html
 */
export function selectedRoute(expression: string, message: string): string | undefined {
  const path = expressionForm.exec(expression)?.[1];
  if (path === undefined) throw new Error(`The fake cannot evaluate the route selection expression ${expression}`);
  const selected = path.slice(1).split(".").reduce(partOf, parseJson(message));
  return typeof selected === "string" ? selected : undefined;
}
