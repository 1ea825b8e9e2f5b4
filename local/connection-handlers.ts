import { gatewayAnswers, routeSelection } from "../domain/realtime/channel.ts";
import { asFunction } from "../fakes/iam/running-function.ts";
import type { MockRoutes, WebsocketHandler, WebsocketHandlers } from "../fakes/websocket-gateway/gateway.ts";

/** What the WebSocket API answers without a handler. */
export const mockRoutes: MockRoutes = {
  routeSelection,
  answers: Object.fromEntries(Object.entries(gatewayAnswers).map(([type, answer]) => [type, JSON.stringify(answer)])),
};

type HandlerModule = { handler: WebsocketHandler };

/** Loads the handlers of the WebSocket API's routes: the same that are deployed. */
export async function loadWebsocketHandlers(): Promise<WebsocketHandlers> {
  const modules: [HandlerModule, HandlerModule, HandlerModule] = await Promise.all([
    import("../lambdas/realtime/connect.ts"),
    import("../lambdas/realtime/message.ts"),
    import("../lambdas/realtime/disconnect.ts"),
  ]);
  const [connect, message, disconnect] = modules;
  return {
    connect: asFunction("realtime/connect", connect.handler),
    message: asFunction("realtime/message", message.handler),
    disconnect: asFunction("realtime/disconnect", disconnect.handler),
  };
}
