import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { requestUrl } from "../foundation/listen.ts";
import type { HostedUi } from "./hosted-ui/create-hosted-ui.ts";
import { handleHostedUi } from "./hosted-ui/hosted-ui.ts";
import { adminOperations } from "./operations/admin.ts";
import type { Operation } from "./operations/operation.ts";
import { passwordOperations } from "./operations/password.ts";
import { signInOperations } from "./operations/sign-in.ts";
import { signUpOperations } from "./operations/sign-up.ts";
import { CognitoFailure, type FailureType } from "./pool/failure.ts";
import type { Pool } from "./pool/pool.ts";

type Reply = { status: number; body: object | null; errorType?: FailureType };

const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({ ...signUpOperations, ...signInOperations, ...passwordOperations, ...adminOperations }),
);

const protocol = "application/x-amz-json-1.1";
const targetPrefix = "AWSCognitoIdentityProviderService.";
const largestBodyBytes = 64 * 1024;

const statusByType: Partial<Record<FailureType, number>> = {
  InternalErrorException: 500,
  RequestEntityTooLargeException: 413,
};

function refusal({ type, message }: CognitoFailure): Reply {
  return { status: statusByType[type] ?? 400, body: { __type: type, message }, errorType: type };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads the whole body even if it is too large, because a client that still sends would not receive the response.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBodyBytes) chunks.push(chunk);
  }
  if (size > largestBodyBytes) throw new CognitoFailure("RequestEntityTooLargeException", "The request is too large.");
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CognitoFailure("SerializationException", "The request is not JSON.");
  }
}

function refuseUnsigned({ headers }: IncomingMessage): void {
  if (!headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
    throw new CognitoFailure("MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  // The fake does not check the signature, so a page in the developer's browser could forge a request. Browsers send
  // the header Origin, and servers do not.
  if (headers.origin) throw new CognitoFailure("AccessDeniedException", "Admin calls are not for web pages.");
}

async function runOperation(request: IncomingMessage, pool: Pool): Promise<Reply> {
  const target = String(request.headers["x-amz-target"] ?? "");
  const operation = target.startsWith(targetPrefix) && operations.get(target.slice(targetPrefix.length));
  if (!operation) {
    console.error(`Local Cognito: no operation for x-amz-target ${JSON.stringify(target)}`);
    throw new CognitoFailure("UnknownOperationException", `The local Cognito has no operation "${target}".`);
  }
  if (operation.signed) refuseUnsigned(request);
  const input = parseBody(await readBody(request));
  return { status: 200, body: await operation.handle(input, pool) };
}

async function handleCall(request: IncomingMessage, pool: Pool): Promise<Reply> {
  const path = (request.url ?? "/").replace(/\?.*$/, "");
  if (request.method === "OPTIONS") return { status: 200, body: null };
  if (request.method === "POST" && path === "/") return runOperation(request, pool);
  const isForKeys = request.method === "GET" && path === `/${pool.userPoolId}/.well-known/jwks.json`;
  return isForKeys ? { status: 200, body: pool.tokens.jwks } : { status: 404, body: { message: "Not Found" } };
}

const anyOrigin = { "access-control-allow-origin": "*" };

function send(request: IncomingMessage, response: ServerResponse, { status, body, errorType }: Reply): void {
  const headers: Record<string, string> = {
    ...anyOrigin,
    "access-control-expose-headers": "x-amzn-requestid,x-amzn-errortype,date",
    "x-amzn-requestid": randomUUID(),
  };
  if (errorType) headers["x-amzn-errortype"] = `${errorType}:`;
  if (body) headers["content-type"] = request.method === "POST" ? protocol : "application/json";
  if (request.method === "OPTIONS") {
    headers["access-control-allow-methods"] = "GET, POST, OPTIONS";
    headers["access-control-allow-headers"] = request.headers["access-control-request-headers"] ?? "*";
    headers["access-control-max-age"] = "172800";
  }
  response.writeHead(status, headers).end(body ? JSON.stringify(body) : undefined);
}

/** Any page may use the token endpoint. Only the app's pages may read the account list and the redirects. */
function corsHeadersFor({ headers: { origin } }: IncomingMessage, url: URL, { signInReturnUrls }: HostedUi) {
  if (url.pathname === "/oauth2/token") return anyOrigin;
  const isApp = origin !== undefined && signInReturnUrls.some((address) => new URL(address).origin === origin);
  return { ...(isApp ? { "access-control-allow-origin": origin } : {}), vary: "origin" };
}

export function createRequestListener(pool: Pool, hosted: HostedUi): RequestListener {
  return async (request, response) => {
    try {
      const url = requestUrl(request);
      const page = url && (await handleHostedUi({ request, url, body: () => readBody(request) }, hosted));
      if (page)
        response.writeHead(page.status, { ...corsHeadersFor(request, url, hosted), ...page.headers }).end(page.body);
      else send(request, response, await handleCall(request, pool));
    } catch (error) {
      // A client that disconnected during its request needs no response.
      if (request.errored) return;
      if (error instanceof CognitoFailure) return send(request, response, refusal(error));
      console.error("Local Cognito: an operation failed:", error);
      send(request, response, refusal(new CognitoFailure("InternalErrorException", "Something went wrong")));
    }
  };
}
