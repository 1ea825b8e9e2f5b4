import { type RouteName, routes } from "./api.ts";

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

/** The routes whose path template fits `path`, with the values of their parameters. */
export function routesAt(path: string): { name: RouteName; params: Record<string, string> }[] {
  return routeNames.flatMap((name) => {
    const params = matchPath(routes[name].path, path);
    return params ? [{ name, params }] : [];
  });
}

/** The route that takes a request: one with this method and path, else the one for everything else. */
export function findRoute(method: string, path: string): { name: RouteName; params: Record<string, string> } {
  const exact = routesAt(path).find(({ name }) => routes[name].method === method);
  return exact ?? { name: "no-such-route", params: {} };
}
