import { inboxRoutes } from "../../domain/sharing/inbox-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, inboxes, shareLinks, shares } from "../services.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  inboxes: pickMethods(inboxes, "getShare", "removeShare"),
  shareLinks: pickMethods(shareLinks, "remove"),
  shares: pickMethods(shares, "removeTeacher"),
};
type Services = ProvidedServices<typeof providers>;

/** A share that is not in the inbox counts as removed. */
export async function removeInboxShare(
  { caller, params }: Pick<RouteCall<"remove-inbox-share">, "caller" | "params">,
  services: Services,
) {
  const { shareId } = params;
  await limitCalls(services.callCounts, "share-change", caller.userId);
  const kept = await services.inboxes.getShare(caller.userId, shareId);
  if (kept) {
    const link = { user_id: kept.learner_id, share_id: shareId, teacher_id: caller.userId };
    if (kept.link_hash !== undefined) await services.shareLinks.remove(kept.link_hash, link);
    await services.shares.removeTeacher({ userId: kept.learner_id, shareId }, caller.userId);
    await services.inboxes.removeShare(caller.userId, shareId);
  }
  return { removed: true as const };
}

export const handler = onLearnerHttp(inboxRoutes, "remove-inbox-share", removeInboxShare, providers);
