import * as z from "zod/mini";
import { LearnerEvent } from "./event.ts";

/** The WebSocket subprotocol of the realtime channel. The client offers it together with its access token. */
export const channelProtocol = "parlance";

/** The subprotocols that a client offers: the channel's own, and the token, which stands neither in URLs nor in logs. */
export const subprotocolsFor = (accessToken: string): string[] => [channelProtocol, accessToken];

/** How many connections a learner may have open. A network that breaks leaves some behind until they are noticed. */
export const maxConnections = 50;

/** What a client says. */
export type ClientMessage = { type: "heartbeat" };

/** What the server says. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heartbeat-ok") }),
  z.object({ type: z.literal("event"), event: LearnerEvent }),
  /** The last word on a connection on which too much was said, and after how many seconds more may be. */
  z.object({ type: z.literal("too-many-messages"), retryAfterSeconds: z.int() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** What API Gateway itself says about a message that it did not serve: there are too many, or its handler failed. */
export const GatewayRefusal = z.object({ message: z.string(), connectionId: z.string() });

/** How API Gateway finds the route of a message: by its type. A message of a type without a route goes to $default. */
export const messageRouteExpression = "$request.body.type";

/** What API Gateway answers by itself to each message that clients have to send, without a function being called. */
export const gatewayResponses = {
  heartbeat: { type: "heartbeat-ok" },
} as const satisfies Record<ClientMessage["type"], ServerMessage>;
