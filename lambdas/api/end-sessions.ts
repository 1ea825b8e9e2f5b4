import type { ConnectionGateway } from "../connection-gateway.ts";
import { endConnections } from "../end-connections.ts";
import { type Call, onHttp } from "../http.ts";
import { closedAccounts, connectionGateway, connections, sessionCheck, users } from "../services.ts";
import { refuseEndedSession, type SessionCheck } from "../session-check.ts";
import type { Connections } from "../store/connections.ts";
import type { UserDirectory } from "../user-directory.ts";

type Services = {
  sessionCheck: SessionCheck;
  users: Pick<UserDirectory, "signOutEverywhere">;
  connections: Pick<Connections, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
};

/** Ends every session of the caller, this one included, and every open connection with them. */
export async function endSessions(
  { caller, request }: Pick<Call<"end-sessions">, "caller" | "request">,
  services: Services,
) {
  await refuseEndedSession(services.sessionCheck, request);
  await services.users.signOutEverywhere(caller.username);
  await endConnections(caller.userId, services);
  return { ended: true as const };
}

export const handler = onHttp("end-sessions", endSessions, {
  closedAccounts,
  connectionGateway,
  connections,
  sessionCheck,
  users,
});
