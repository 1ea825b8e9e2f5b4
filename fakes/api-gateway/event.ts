import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

export const maxPayloadBytes = 10 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= maxPayloadBytes) chunks.push(bytes);
  }
  return size > maxPayloadBytes ? null : Buffer.concat(chunks);
}

const textTypePattern = /^(text\/|application\/(json|xml|javascript|.*\+json|.*\+xml|x-www-form-urlencoded))/i;

type EventParts = {
  request: IncomingMessage;
  url: URL;
  routeKey: string;
  params: Record<string, string>;
  claims: Record<string, string> | null;
  body: Buffer;
};

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : (value ?? ""),
    ]),
  );
}

/** Payload format 2.0 joins the values of a repeated parameter with commas. */
function queryOf({ searchParams }: URL): Record<string, string> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(names.map((name) => [name, searchParams.getAll(name).join(",")]));
}

export type GatewayEvent = APIGatewayProxyEventV2 & { requestContext: { authorizer?: unknown } };

export function toEvent({ request, url, routeKey, params, claims, body }: EventParts): GatewayEvent {
  const headers = headersOf(request);
  const method = request.method ?? "GET";
  const isText = textTypePattern.test(headers["content-type"] ?? "application/json");
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: decodeURI(url.pathname),
    rawQueryString: url.search.slice(1),
    headers,
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: {
        method,
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: now.toISOString(),
      timeEpoch: now.getTime(),
      ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
    },
    ...(Object.keys(params).length > 0 ? { pathParameters: params } : {}),
    ...(url.search.length > 1 ? { queryStringParameters: queryOf(url) } : {}),
    ...(body.length > 0 ? { body: body.toString(isText ? "utf8" : "base64") } : {}),
    isBase64Encoded: body.length > 0 && !isText,
  };
}
