import { exposedHeaders, type Route, routes } from "../domain/api.ts";
import type { RefusalCode } from "../domain/refusal.ts";
import { findRoute } from "../domain/route-match.ts";
import { apiSecurityHeaders } from "../domain/security-headers.ts";
import type { GatewayApi, GatewayRoute, GatewayStatus } from "./api-gateway/api-gateway.ts";

const toGatewayRoute = ({ method, path, access, throttle }: Route): GatewayRoute => ({
  routeKey: method === "ANY" ? path : `${method} ${path}`,
  isAuthorized: access === "user",
  throttle,
});

const codes: Readonly<Record<GatewayStatus, RefusalCode>> = {
  400: "bad_request",
  401: "unauthorized",
  413: "body_too_large",
  429: "too_many_requests",
  500: "internal_error",
};

/** Parlance's API as the stand-in for API Gateway is to serve it. */
export const gatewayApi: GatewayApi = {
  routes: Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, toGatewayRoute(route)])),
  findRoute,
  exposedHeaders,
  refusalHeaders: apiSecurityHeaders,
  refusalBody: (status, message) => ({ code: codes[status], message }),
};
