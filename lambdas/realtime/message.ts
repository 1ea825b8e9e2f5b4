import * as z from "zod/mini";
import { callLimits } from "../../domain/call-limit.ts";
import { ClientMessage, maxClientMessageLength, type ServerMessage } from "../../domain/channel.ts";
import type { Clock } from "../clock.ts";
import type { ConnectionGateway } from "../connections/connection-gateway.ts";
import { onEvent } from "../on-event.ts";
import { callCounts, clock, connectionGateway, connections } from "../services.ts";
import type { CallCounts } from "../store/call-counts.ts";
import { type Connections, isOver } from "../store/connections.ts";

const MessageEvent = z.looseObject({
  body: z.optional(z.string()),
  requestContext: z.looseObject({ connectionId: z.string() }),
});

const heartbeatOk: ServerMessage = { type: "heartbeat-ok" };

function readMessage(body: string): ClientMessage | null {
  if (body.length > maxClientMessageLength) return null;
  try {
    return ClientMessage.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

type Services = {
  callCounts: CallCounts;
  connections: Pick<Connections, "byId">;
  connectionGateway: Pick<ConnectionGateway, "post" | "end">;
  clock: Clock;
};

/**
 * Answers a heartbeat, on the connection it came by; whatever else a client says is ignored. A connection whose token has
 * ended, or that was forgotten with its session, is ended with the next word that comes by it; one on which more is said
 * than a page has to say is told so, and ended.
 */
export async function answerMessage({ body = "", requestContext }: z.output<typeof MessageEvent>, services: Services) {
  const { connectionId } = requestContext;
  const connection = await services.connections.byId(connectionId);
  if (!connection || isOver(connection, services.clock.now())) {
    await services.connectionGateway.end(connectionId);
    return { statusCode: 200 };
  }
  const counted = { kind: "channel-message", subject: connectionId };
  const retryAfterSeconds = await services.callCounts.admit(counted, callLimits["channel-message"]);
  if (retryAfterSeconds !== null) {
    await services.connectionGateway.post(connectionId, { type: "too-many-messages", retryAfterSeconds });
    await services.connectionGateway.end(connectionId);
    return { statusCode: 429 };
  }
  const message = readMessage(body);
  return { statusCode: 200, ...(message ? { body: JSON.stringify(heartbeatOk) } : {}) };
}

export const handler = onEvent("realtime-message", MessageEvent, answerMessage, {
  callCounts,
  clock,
  connectionGateway,
  connections,
});
