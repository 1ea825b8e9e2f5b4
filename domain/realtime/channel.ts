import * as z from "zod/mini";
import { LearnerEvent } from "./event.ts";

/** WebSocket subprotocol of the realtime channel. The client offers it together with its access token. */
export const channelProtocol = "parlance";

/** Returns the subprotocols that a client offers. As one of them, the token is in neither URLs nor logs. */
export const subprotocolsFor = (accessToken: string): string[] => [channelProtocol, accessToken];

/** Open connections per learner. A broken network leaves some behind until they are noticed. */
export const maxConnections = 50;

export type ClientMessage = { type: "heartbeat" };

export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heartbeat-ok") }),
  z.object({ type: z.literal("event"), event: LearnerEvent }),
  /** The last message on a connection that sent too many, with the seconds to wait. */
  z.object({ type: z.literal("too-many-messages"), retryAfterSeconds: z.int() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** API Gateway's own message about one that it did not serve: there are too many, or its handler failed. */
export const GatewayRefusal = z.object({ message: z.string(), connectionId: z.string() });

/** API Gateway finds the route of a message by its type. A type without a route uses $default. */
export const messageRouteExpression = "$request.body.type";

export const gatewayResponses = {
  heartbeat: { type: "heartbeat-ok" },
} as const satisfies Record<ClientMessage["type"], ServerMessage>;
