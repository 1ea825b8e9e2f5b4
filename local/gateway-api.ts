import { routes } from "../domain/api.ts";
import { exposedHeaders } from "../domain/http/http.ts";
import type { Route } from "../domain/http/route.ts";
import { findRoute } from "../domain/route-match.ts";
import type { GatewayApi, GatewayRoute } from "../fakes/api-gateway/api-gateway.ts";

const toGatewayRoute = ({ method, path, access, throttle }: Route): GatewayRoute => ({
  routeKey: `${method} ${path}`,
  isAuthorized: access === "user",
  throttle,
});

/** Parlance's API as the fake of API Gateway is to serve it. */
export const gatewayApi: GatewayApi = {
  routes: Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, toGatewayRoute(route)])),
  findRoute,
  exposedHeaders,
};
