import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { requestUrl } from "../foundation/listen.ts";
import type { Connections } from "./connections.ts";

/** In either direction. */
export const maxMessageBytes = 128 * 1024;

const failures = {
  ForbiddenException: 403,
  GoneException: 410,
  PayloadTooLargeException: 413,
} as const;

class ManagementFailure extends Error {
  readonly type: keyof typeof failures;

  constructor(type: keyof typeof failures, message: string) {
    super(message);
    this.type = type;
  }
}

const normalClosure = 1000;
const connectionGone = () => new ManagementFailure("GoneException", "The connection is gone");

function parseConnectionId(request: IncomingMessage): string | null {
  const encoded = /^\/(?:@|%40)connections\/([^/]+)$/i.exec(requestUrl(request)?.pathname ?? "")?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

function refuseUnsigned({ headers }: IncomingMessage): void {
  // The fake does not check the signature, so a page in the developer's browser could forge a request. A browser sends
  // the header Origin with a POST or DELETE, and the AWS SDK in Node does not.
  if (!headers.authorization?.startsWith("AWS4-HMAC-SHA256 ") || headers.origin !== undefined) {
    throw new ManagementFailure("ForbiddenException", "Forbidden");
  }
}

async function handleRequest(request: IncomingMessage, connections: Connections): Promise<void> {
  // The whole body is read even for a refusal, because a client that still sends may not receive the response.
  const body = await buffer(request);
  const id = parseConnectionId(request);
  refuseUnsigned(request);
  if (id === null) throw new ManagementFailure("ForbiddenException", "Forbidden");
  switch (request.method) {
    case "POST":
      if (body.length > maxMessageBytes) throw new ManagementFailure("PayloadTooLargeException", "Too large");
      if (!(await connections.send(id, body.toString("utf8")))) throw connectionGone();
      return;
    case "DELETE":
      if (!connections.close(id, normalClosure, "Connection Closed Normally")) throw connectionGone();
      return;
    default:
      throw new ManagementFailure("ForbiddenException", "Forbidden");
  }
}

function sendFailure(response: ServerResponse, cause: unknown): void {
  const isKnown = cause instanceof ManagementFailure;
  if (!isKnown) console.error("The WebSocket gateway failed:", cause);
  const type = isKnown ? cause.type : "InternalServerError";
  response.writeHead(isKnown ? failures[cause.type] : 500, {
    "content-type": "application/json",
    "x-amzn-errortype": type,
  });
  response.end(JSON.stringify({ message: isKnown ? cause.message : "Internal Server Error" }));
}

export function createManagementListener(connections: Connections): RequestListener {
  return async (request, response) => {
    try {
      await handleRequest(request, connections);
      response.writeHead(request.method === "DELETE" ? 204 : 200, { "content-type": "application/json" });
      response.end();
    } catch (cause) {
      // A client that disconnected during its request needs no response.
      if (!request.errored) sendFailure(response, cause);
    }
  };
}
