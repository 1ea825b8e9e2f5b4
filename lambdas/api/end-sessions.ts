import { accountRoutes } from "../../domain/account-routes.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import type { UserDirectory } from "../accounts/user-directory.ts";
import type { ConnectionGateway } from "../connections/connection-gateway.ts";
import { endConnections } from "../connections/end-connections.ts";
import { refuseEndedSession } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { connectionGateway, connections, sessionCheck, users } from "../services.ts";
import type { Connections } from "../store/connections.ts";

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

export const handler = onLearnerHttp(accountRoutes, "end-sessions", endSessions, {
  connectionGateway,
  connections,
  sessionCheck,
  users,
});
