import * as z from "zod/mini";
import { ClientMessage, maxClientMessageLength, type ServerMessage } from "../../domain/channel.ts";
import type { Clock } from "../clock.ts";
import type { ConnectionGateway } from "../connection-gateway.ts";
import { onEvent } from "../on-event.ts";
import { clock, connectionGateway, connections } from "../services.ts";
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
  connections: Pick<Connections, "byId">;
  connectionGateway: Pick<ConnectionGateway, "end">;
  clock: Clock;
};

/**
 * Answers a heartbeat, on the connection it came by; whatever else a client says is ignored. A connection whose token has
 * ended, or that was forgotten with its session, is ended with the next word that comes by it.
 */
export async function answerMessage({ body = "", requestContext }: z.output<typeof MessageEvent>, services: Services) {
  const { connectionId } = requestContext;
  const connection = await services.connections.byId(connectionId);
  if (!connection || isOver(connection, services.clock.now())) {
    await services.connectionGateway.end(connectionId);
    return { statusCode: 200 };
  }
  const message = readMessage(body);
  return { statusCode: 200, ...(message ? { body: JSON.stringify(heartbeatOk) } : {}) };
}

export const handler = onEvent("realtime-message", MessageEvent, answerMessage, {
  clock,
  connectionGateway,
  connections,
});
