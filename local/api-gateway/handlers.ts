import { type RouteName, routes } from "../../domain/api.ts";
import type { HttpHandler } from "./api-gateway.ts";

type HandlerModule = { handler: HttpHandler };

/** Loads every route's handler from the file that bears its name. */
export async function loadHandlers(): Promise<Record<RouteName, HttpHandler>> {
  const names = Object.keys(routes) as RouteName[];
  const entries = await Promise.all(
    names.map(async (name) => {
      const { handler }: HandlerModule = await import(`../../lambdas/api/${name}.ts`);
      return [name, handler] as const;
    }),
  );
  // One entry for each name of the route table.
  return Object.fromEntries(entries) as Record<RouteName, HttpHandler>;
}
