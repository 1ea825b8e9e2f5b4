import * as z from "zod/mini";
import { channelProtocol, mostConnections } from "../../domain/channel.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import type { CheckedToken, TokenCheck } from "../accounts/token-check.ts";
import { onEvent } from "../on-event.ts";
import type { Clock } from "../runtime/clock.ts";
import { addLogFields } from "../runtime/log.ts";
import { clock, connections, sessionCheck, tokenCheck } from "../services.ts";
import { type Connection, type Connections, isOver } from "../store/connections.ts";

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

type Services = {
  tokenCheck: TokenCheck;
  sessionCheck: SessionCheck;
  connections: Pick<Connections, "add" | "listOf" | "remove">;
  clock: Clock;
};

/** A token may outlive its session; then it opens no connection. */
async function admit(token: string, services: Omit<Services, "connections" | "clock">): Promise<CheckedToken | null> {
  const checked = await services.tokenCheck.check(token);
  return checked && (await services.sessionCheck.holds(token)) ? checked : null;
}

/** Returns false, with nothing stored, for a learner whose account is closed: a token may outlive its account, too. */
async function add(connection: Connection, { connections }: Pick<Services, "connections">): Promise<boolean> {
  try {
    await connections.add(connection);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Lets a learner in who offers the channel's subprotocol and an access token whose session holds, and notes the
 * connection, which is honoured as long as the token. More connections than anybody has tabs are refused.
 * Browsers send the token only where the web app's code hands it over, so a foreign page cannot connect for the learner.
 */
export async function connect({ headers = {}, requestContext }: z.output<typeof ConnectEvent>, services: Services) {
  const [protocol, token] = offeredProtocols(headers);
  const admitted = protocol === channelProtocol && token ? await admit(token, services) : null;
  if (!admitted) return { statusCode: 401 };
  addLogFields({ userId: admitted.userId });
  const now = services.clock.now();
  const seconds = Math.floor(now.getTime() / 1000);
  const connection = {
    user_id: admitted.userId,
    connection_id: requestContext.connectionId,
    connected_at: now.toISOString(),
    // Tokens expire by real time, so what counts here is the time left, not the time of expiry.
    good_until: seconds + Math.min(lifetimeSeconds, admitted.goodForSeconds),
    // The row stays as long as the connection may, so that an event finds it and has its client join anew.
    expires_at: seconds + lifetimeSeconds,
  };
  if (!(await add(connection, services))) return { statusCode: 401 };
  // Counted after adding this one, so that many connections opened at once cannot slip past the limit.
  const open = await services.connections.listOf(admitted.userId);
  if (open.filter((one) => !isOver(one, now)).length > mostConnections) {
    await services.connections.remove(connection);
    return { statusCode: 429 };
  }
  return { statusCode: 200, headers: { [protocolHeader]: channelProtocol } };
}

export const handler = onEvent("realtime-connect", ConnectEvent, connect, {
  tokenCheck,
  sessionCheck,
  connections,
  clock,
});
