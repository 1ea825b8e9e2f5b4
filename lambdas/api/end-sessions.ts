import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { endConnections } from "../connections/connection-gateway.ts";
import { refuseEndedSession } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { connectionGateway, connections, sessionCheck, users } from "../services.ts";

const providers = {
  connectionGateway: pickMethods(connectionGateway, "end"),
  connections: pickMethods(connections, "listOf", "remove"),
  sessionCheck,
  users: pickMethods(users, "signOutEverywhere"),
};
type Services = ProvidedServices<typeof providers>;

export async function endSessions(
  { caller, request }: Pick<RouteCall<"end-sessions">, "caller" | "request">,
  services: Services,
) {
  await refuseEndedSession(services.sessionCheck, request);
  await services.users.signOutEverywhere(caller.username);
  await endConnections(caller.userId, services);
  return { ended: true as const };
}

export const handler = onLearnerHttp(accountRoutes, "end-sessions", endSessions, providers);
