import type { Inbox } from "../../domain/sharing/inbox.ts";
import { inboxRoutes } from "../../domain/sharing/inbox-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { clock, inboxes } from "../services.ts";

const providers = {
  clock,
  inboxes: pickMethods(inboxes, "listShares", "listLearners"),
};
type Services = ProvidedServices<typeof providers>;

const maxListed = 500;

export async function getInbox({ caller }: Pick<RouteCall<"get-inbox">, "caller">, services: Services): Promise<Inbox> {
  const now = services.clock.now().getTime();
  const [kept, learners] = await Promise.all([
    services.inboxes.listShares(caller.userId),
    services.inboxes.listLearners(caller.userId),
  ]);
  const open = kept.filter(({ expires_at }) => Date.parse(expires_at) > now);
  return { items: open.slice(0, maxListed).map(({ link_hash: _, ...item }) => item), learners };
}

export const handler = onLearnerHttp(inboxRoutes, "get-inbox", getInbox, providers);
