import * as z from "zod/mini";
import { channelProtocol } from "../../domain/channel.ts";
import type { Clock } from "../clock.ts";
import { onEvent } from "../on-event.ts";
import { clock, closedAccounts, connections, tokenCheck } from "../services.ts";
import type { ClosedAccounts } from "../store/closed-accounts.ts";
import type { Connections } from "../store/connections.ts";
import type { TokenCheck } from "../token-check.ts";

/** The $connect event: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-connect-route-subprotocol.html */
const ConnectEvent = z.looseObject({
  headers: z.optional(z.record(z.string(), z.string())),
  requestContext: z.looseObject({ connectionId: z.string() }),
});

/** API Gateway ends every connection after this time. */
const lifetimeSeconds = 2 * 60 * 60;

const protocolHeader = "Sec-WebSocket-Protocol";

function offeredProtocols(headers: Readonly<Record<string, string>>): string[] {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === protocolHeader.toLowerCase());
  const offered = name === undefined ? "" : (headers[name] ?? "");
  return offered.split(",").map((protocol) => protocol.trim());
}

/**
 * Lets a learner in who offers the channel's subprotocol and an access token, and notes the connection. A token outlives
 * an account that was deleted, and then opens nothing.
 * Browsers send the token only where the web app's code hands it over, so a foreign page cannot connect for the learner.
 */
export async function connect(
  { headers = {}, requestContext }: z.output<typeof ConnectEvent>,
  services: {
    tokenCheck: TokenCheck;
    closedAccounts: Pick<ClosedAccounts, "stateOf">;
    connections: Pick<Connections, "add">;
    clock: Clock;
  },
) {
  const [protocol, token] = offeredProtocols(headers);
  const userId = protocol === channelProtocol && token ? await services.tokenCheck.userOf(token) : null;
  if (userId === null || (await services.closedAccounts.stateOf(userId)) !== null) return { statusCode: 401 };
  const now = services.clock.now();
  await services.connections.add({
    user_id: userId,
    connection_id: requestContext.connectionId,
    connected_at: now.toISOString(),
    expires_at: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
  });
  return { statusCode: 200, headers: { [protocolHeader]: channelProtocol } };
}

export const handler = onEvent("realtime-connect", ConnectEvent, connect, {
  tokenCheck,
  closedAccounts,
  connections,
  clock,
});
