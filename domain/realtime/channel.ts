import * as z from "zod/mini";
import { LearnerEvent } from "./event.ts";

export const channelProtocol = "parlance";

/** A client offers its token as a subprotocol, because a token in the URL would appear in logs. */
export const subprotocolsFor = (accessToken: string): string[] => [channelProtocol, accessToken];

/** Open connections per learner. A broken connection may still count. */
export const maxConnections = 50;

export type ClientMessage = { type: "heartbeat" };

export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heartbeat-ok") }),
  z.object({ type: z.literal("event"), event: LearnerEvent }),
  /** The server then closes the connection. */
  z.object({ type: z.literal("too-many-messages"), retryAfterSeconds: z.int() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** API Gateway itself sends this message if it could not process a client's message. */
export const GatewayRefusal = z.object({ message: z.string(), connectionId: z.string() });

/**
 * API Gateway chooses the route of a message by the message's `type`. A type without a route uses the route $default.
 */
export const messageRouteExpression = "$request.body.type";

export const gatewayResponses = {
  heartbeat: { type: "heartbeat-ok" },
} as const satisfies Record<ClientMessage["type"], ServerMessage>;
