import * as z from "zod/mini";
import { Refusal } from "../../domain/http/refusal.ts";
import { channelProtocol } from "../../domain/realtime/channel.ts";
import type { CheckedToken } from "../accounts/token-check.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { addLogFields } from "../runtime/log.ts";
import { clock, connectionGateway, connections, sessionCheck, tokenCheck } from "../services.ts";
import type { NewConnection } from "../store/connections.ts";

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-connect-route-subprotocol.html */
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

const providers = {
  clock,
  connectionGateway: pickMethods(connectionGateway, "end"),
  connections: pickMethods(connections, "add"),
  sessionCheck,
  tokenCheck,
};
type Services = ProvidedServices<typeof providers>;

/** Checks the session too, because a token may outlive its session. */
async function authenticate(
  token: string,
  services: Pick<Services, "tokenCheck" | "sessionCheck">,
): Promise<CheckedToken | null> {
  const checked = await services.tokenCheck.check(token);
  return checked && (await services.sessionCheck.holds(token)) ? checked : null;
}

/** A token may outlive its account, so the store may refuse the connection. */
async function assignSeat(connection: NewConnection, now: Date, services: Services): Promise<200 | 401 | 429> {
  try {
    const added = await services.connections.add(connection, now);
    if (added.outcome === "full") return 429;
    if (added.displaced !== null) await services.connectionGateway.end(added.displaced);
    return 200;
  } catch (error) {
    if (error instanceof Refusal && error.code !== "changed_meanwhile") return 401;
    throw error;
  }
}

/** A page of another site cannot connect for the learner, because only the web app's own code has the token. */
export async function connect({ headers = {}, requestContext }: z.output<typeof ConnectEvent>, services: Services) {
  const [protocol, token] = offeredProtocols(headers);
  const admitted = protocol === channelProtocol && token ? await authenticate(token, services) : null;
  if (!admitted) return { statusCode: 401 };
  addLogFields({ userId: admitted.userId });
  const now = services.clock.now();
  const seconds = Math.floor(now.getTime() / 1000);
  const connection = {
    user_id: admitted.userId,
    connection_id: requestContext.connectionId,
    connected_at: now.toISOString(),
    // Uses the remaining time of the token, because tokens expire by real time, from which the app's clock may differ.
    good_until: seconds + Math.min(lifetimeSeconds, admitted.validForSeconds),
    // The row lasts as long as the connection can. So after the token expires, the next event still finds the
    // connection and closes it.
    expires_at: seconds + lifetimeSeconds,
  };
  const statusCode = await assignSeat(connection, now, services);
  return statusCode === 200 ? { statusCode, headers: { [protocolHeader]: channelProtocol } } : { statusCode };
}

export const handler = onEvent("realtime-connect", ConnectEvent, connect, providers);
