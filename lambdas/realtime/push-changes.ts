import * as z from "zod/mini";
import type { ServerMessage } from "../../domain/realtime/channel.ts";
import { ConnectionEvent } from "../../domain/realtime/event.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { addLogFields } from "../runtime/log.ts";
import { clock, connectionGateway, connections } from "../services.ts";
import { type Connection, isTokenExpired } from "../store/connections.ts";

const ChangeEvent = z.looseObject({ detail: ConnectionEvent });

/** A connection is stored before API Gateway opens it. Up to this age, a post to the connection may fail. */
const openWithinMs = 60_000;

const providers = {
  clock,
  connectionGateway: pickMethods(connectionGateway, "post", "end"),
  connections: pickMethods(connections, "listOf", "remove"),
};
type Services = ProvidedServices<typeof providers>;

async function end(connection: Connection, { connections, connectionGateway }: Services): Promise<void> {
  await connectionGateway.end(connection.connection_id);
  await connections.remove(connection);
}

async function push(connection: Connection, message: ServerMessage, services: Services): Promise<void> {
  if (isTokenExpired(connection, services.clock.now())) return end(connection, services);
  const outcome = await services.connectionGateway.post(connection.connection_id, message);
  if (outcome === "sent") return;
  // A connection that is still opening misses nothing, because its client refetches after the join.
  const ageMs = services.clock.now().getTime() - Date.parse(connection.connected_at);
  if (ageMs > openWithinMs) await services.connections.remove(connection);
}

async function startDeliveries(event: ConnectionEvent, services: Services): Promise<Promise<void>[]> {
  if (event.type === "SessionsEnded") return event.connectionIds.map((id) => services.connectionGateway.end(id));
  const open = await services.connections.listOf(event.userId);
  const message: ServerMessage = { type: "event", event };
  return open.map((connection) => push(connection, message, services));
}

/** May run more than once for an event, because repeated messages do no harm. */
export async function pushChanges({ detail }: z.output<typeof ChangeEvent>, services: Services): Promise<void> {
  addLogFields({ userId: detail.userId });
  const outcomes = await Promise.allSettled(await startDeliveries(detail, services));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length > 0) {
    throw new AggregateError(reasons, `${reasons.length} of ${outcomes.length} connections could not be reached`, {
      cause: reasons[0],
    });
  }
}

export const handler = onEvent("push-changes", ChangeEvent, pushChanges, providers);
