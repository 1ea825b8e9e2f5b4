import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { endConnections } from "../connections/connection-gateway.ts";
import { refuseEndedSession } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { connectionGateway, connections, sessionCheck, users } from "../services.ts";

const providers = {
  connectionGateway: only(connectionGateway, "end"),
  connections: only(connections, "listOf", "remove"),
  sessionCheck,
  users: only(users, "signOutEverywhere"),
};
type Services = Provided<typeof providers>;

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

export const handler = onLearnerHttp(accountRoutes, "end-sessions", endSessions, providers);
