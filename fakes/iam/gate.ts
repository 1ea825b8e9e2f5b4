import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { listen, type RunningServer } from "../foundation/listen.ts";
import type { AccessChecker, Caller } from "./access-checker.ts";
import { functionHeader } from "./running-function.ts";
import { actionsOf, type GuardedService, type ResourceLocation } from "./service-actions.ts";

export type GateOptions = {
  service: GuardedService;
  url: string;
  place: ResourceLocation;
  access: AccessChecker;
};

function callerOf({ headers, url = "/" }: IncomingMessage, service: GuardedService): Caller | null {
  const isForm = service === "s3" && headers["content-type"]?.startsWith("multipart/form-data");
  if (isForm || /[?&]X-Amz-Signature=/.test(url)) return { kind: "holder of a presigned address" };
  if (!headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) return null;
  const name = headers[functionHeader];
  return typeof name === "string" ? { kind: "function", name } : { kind: "nobody" };
}

function refusalOf(request: IncomingMessage, body: Buffer, { service, place, access }: GateOptions): string | null {
  const caller = callerOf(request, service);
  if (!caller) return null;
  const { method = "GET", url: target = "/", headers } = request;
  const operation = String(headers["x-amz-target"] ?? "");
  const requestedActions = actionsOf[service]({ method, target, operation, body: body.toString("utf8") }, place);
  const [first = null] = requestedActions.flatMap((requested) => access.check(caller, requested) ?? []);
  return first;
}

function refuse(response: ServerResponse, service: GuardedService, refusal: string): void {
  switch (service) {
    case "s3": {
      const document = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${refusal}</Message></Error>`;
      response.writeHead(403, { "content-type": "application/xml" }).end(document);
      return;
    }
    case "execute-api":
    case "ses": {
      const headers = { "content-type": "application/json", "x-amzn-errortype": "AccessDeniedException" };
      response.writeHead(403, headers).end(JSON.stringify({ message: refusal }));
      return;
    }
    default: {
      const answer = { __type: "AccessDeniedException", message: refusal, Message: refusal };
      response.writeHead(400, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(answer));
    }
  }
}

/** Forwards a call with its Host header, because the signature covers this header. */
async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  url: string,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const { expect: _expect, [functionHeader]: _function, connection: _connection, ...headers } = request.headers;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  send({ hostname, port, method: request.method, path: request.url, headers }, resolve).on("error", reject).end(body);
  const answer = await promise;
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, response);
}

/** Starts a proxy of the service. The proxy enforces the grants of the functions. */
export async function startGate(options: GateOptions): Promise<RunningServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const refusal = refusalOf(request, body, options);
    if (refusal === null) return forwardRequest(request, response, body, options.url);
    console.error("AccessDeniedException:", refusal);
    refuse(response, options.service, refusal);
  };
  const gate = await listen((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that disconnected is not a failure of the gate.
      if (!request.errored && !response.closed) console.error(`The gate of ${options.service} failed:`, error);
      response.destroy();
    });
  }, 0);
  // If the host is an IP address, the S3 SDK uses path-style URLs without a setting.
  return { ...gate, url: gate.url.replace("localhost", "127.0.0.1") };
}
