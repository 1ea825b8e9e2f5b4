import type { Context } from "aws-lambda";
import { handlerPath, type RouteName, routes } from "../domain/api.ts";
import { gatewayResponses, messageRouteExpression } from "../domain/realtime/channel.ts";
import type { HttpHandler } from "../fakes/api-gateway/api-gateway.ts";
import type { Triggers } from "../fakes/cognito/pool/triggers.ts";
import { runAsFunction } from "../fakes/iam/running-function.ts";
import type { MockRoutes, WebsocketHandler, WebsocketHandlers } from "../fakes/websocket-gateway/gateway.ts";

type RouteModule = { handler: HttpHandler };

function loadHandler(name: RouteName): Promise<RouteModule> {
  return routes[name].access === "signature"
    ? import(`../lambdas/webhooks/${name}.ts`)
    : import(`../lambdas/api/${name}.ts`);
}

export async function loadHandlers(): Promise<Record<RouteName, HttpHandler>> {
  const names = Object.keys(routes) as RouteName[];
  const entries = await Promise.all(
    names.map(async (name) => [name, runAsFunction(handlerPath(name), (await loadHandler(name)).handler)] as const),
  );
  // The cast is safe, because `names` has all names of routes.
  return Object.fromEntries(entries) as Record<RouteName, HttpHandler>;
}

type TriggerModule = { handler: (event: unknown, context: Context) => Promise<unknown> };

async function loadTrigger(name: string) {
  const { handler }: TriggerModule = await import(`../lambdas/identity/${name}.ts`);
  // The handlers read no other field of the context.
  const context = { functionName: name, awsRequestId: name, getRemainingTimeInMillis: () => 900_000 } as Context;
  return runAsFunction(`identity/${name}`, (event: unknown) => handler(event, context));
}

export async function loadTriggers(): Promise<Triggers> {
  const [preSignUp, customMessage, postConfirmation] = await Promise.all([
    loadTrigger("pre-sign-up"),
    loadTrigger("custom-message"),
    loadTrigger("post-confirmation"),
  ]);
  return { preSignUp, preAuthentication: preSignUp, customMessage, postConfirmation };
}

export const mockRoutes: MockRoutes = {
  routeSelection: messageRouteExpression,
  answers: Object.fromEntries(Object.entries(gatewayResponses).map(([type, answer]) => [type, JSON.stringify(answer)])),
};

type WebsocketModule = { handler: WebsocketHandler };

export async function loadWebsocketHandlers(): Promise<WebsocketHandlers> {
  const modules: [WebsocketModule, WebsocketModule, WebsocketModule] = await Promise.all([
    import("../lambdas/realtime/connect.ts"),
    import("../lambdas/realtime/message.ts"),
    import("../lambdas/realtime/disconnect.ts"),
  ]);
  const [connect, message, disconnect] = modules;
  return {
    connect: runAsFunction("realtime/connect", connect.handler),
    message: runAsFunction("realtime/message", message.handler),
    disconnect: runAsFunction("realtime/disconnect", disconnect.handler),
  };
}
