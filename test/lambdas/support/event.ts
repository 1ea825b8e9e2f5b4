import type { Context } from "aws-lambda";
import { type RouteName, routes } from "../../../domain/api.ts";
import type { HttpHandler } from "../../../fakes/api-gateway/api-gateway.ts";

export type EventFields = {
  body?: string;
  isBase64Encoded?: boolean;
  pathParameters?: Record<string, string>;
  /** Null for a request without an authorizer. */
  claims?: Record<string, string> | null;
};

export const requestId = "JKJaXmPLvHcESHA=";

/**
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function eventFor(name: RouteName, fields: EventFields = {}): Parameters<HttpHandler>[0] {
  const { claims = { sub: "user-1", username: "asha", token_use: "access" }, ...rest } = fields;
  const { method, path } = routes[name];
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: "",
    headers: { "content-type": "application/json" },
    requestContext: {
      accountId: "123456789012",
      apiId: "r3pmxmplak",
      domainName: "api.example.com",
      domainPrefix: "api",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "205.0.113.1", userAgent: "agent" },
      requestId,
      routeKey: `${method} ${path}`,
      stage: "$default",
      time: "21/Nov/2026:09:30:00 +0000",
      timeEpoch: 1795253400000,
      ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
    },
    isBase64Encoded: false,
    ...rest,
  };
}

export const context = { awsRequestId: "lambda-request", getRemainingTimeInMillis: () => 900_000 } as Context;
