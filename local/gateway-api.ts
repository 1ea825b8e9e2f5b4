import { type RouteName, routes } from "../domain/api.ts";
import { exposedHeaders, type Route } from "../domain/http/route.ts";
import type { GatewayApi, GatewayRoute } from "../fakes/api-gateway/api-gateway.ts";

const routeNames = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));

function matchPath(template: string, path: string): Record<string, string> | null {
  const expected = template.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const value = actual[at] ?? "";
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined && value !== "") params[name] = value;
    else if (part !== value) return null;
  }
  return params;
}

/** Does not URL-decode the parameters. */
export function findRoute(method: string, path: string): { name: RouteName; params: Record<string, string> } | null {
  for (const name of routeNames) {
    const params = routes[name].method === method ? matchPath(routes[name].path, path) : null;
    if (params) return { name, params };
  }
  return null;
}

const toGatewayRoute = ({ method, path, access }: Route): GatewayRoute => ({
  routeKey: `${method} ${path}`,
  isAuthorized: access === "user",
});

export const gatewayApi: GatewayApi = {
  routes: Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, toGatewayRoute(route)])),
  findRoute,
  exposedHeaders,
};
