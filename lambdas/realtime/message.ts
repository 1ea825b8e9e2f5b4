import * as z from "zod/mini";
import { callLimits } from "../../domain/call-limit.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, connectionGateway, connections } from "../services.ts";
import { isTokenExpired } from "../store/connections.ts";

const MessageEvent = z.looseObject({ requestContext: z.looseObject({ connectionId: z.string() }) });

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  connectionGateway: pickMethods(connectionGateway, "post", "end"),
  connections: pickMethods(connections, "byId"),
};
type Services = ProvidedServices<typeof providers>;

/** Ignores the content of messages, because pages send only heartbeats, which API Gateway answers itself. */
export async function handleMessage({ requestContext }: z.output<typeof MessageEvent>, services: Services) {
  const { connectionId } = requestContext;
  const connection = await services.connections.byId(connectionId);
  if (!connection || isTokenExpired(connection, services.clock.now())) {
    await services.connectionGateway.end(connectionId);
    return { statusCode: 200 };
  }
  const counted = { kind: "channel-message", subject: connectionId };
  const retryAfterSeconds = await services.callCounts.admit(counted, callLimits["channel-message"]);
  if (retryAfterSeconds === null) return { statusCode: 200 };
  await services.connectionGateway.post(connectionId, { type: "too-many-messages", retryAfterSeconds });
  await services.connectionGateway.end(connectionId);
  return { statusCode: 429 };
}

export const handler = onEvent("realtime-message", MessageEvent, handleMessage, providers);
