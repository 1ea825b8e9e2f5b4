import { handlerPath, type RouteName, routes } from "../domain/api.ts";
import type { HttpHandler } from "../fakes/api-gateway/api-gateway.ts";
import { asFunction } from "../fakes/iam/running-function.ts";

type HandlerModule = { handler: HttpHandler };

/** A bundler can only follow an import of which no more than the file's name varies. */
function loadHandler(name: RouteName): Promise<HandlerModule> {
  return routes[name].access === "signature"
    ? import(`../lambdas/webhooks/${name}.ts`)
    : import(`../lambdas/api/${name}.ts`);
}

/** Loads every route's handler from its file. */
export async function loadHandlers(): Promise<Record<RouteName, HttpHandler>> {
  const names = Object.keys(routes) as RouteName[];
  const entries = await Promise.all(
    names.map(async (name) => [name, asFunction(handlerPath(name), (await loadHandler(name)).handler)] as const),
  );
  // One entry for each name of the route table.
  return Object.fromEntries(entries) as Record<RouteName, HttpHandler>;
}
