import { Refusal } from "../../domain/http/refusal.ts";
import { inboxRoutes } from "../../domain/sharing/inbox-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { callCounts, clock, inboxes, shareLinks, shares } from "../services.ts";
import { hideClosedAccount } from "../sharing/hide-closed-account.ts";
import { refuseClosedLink } from "../sharing/open-link.ts";
import { linkUnknownRefusal, shareNotFoundRefusal } from "../sharing/share-refusals.ts";
import { hashToken } from "../store/share-links.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  inboxes: pickMethods(inboxes, "getShare", "replaceLink"),
  shareLinks: pickMethods(shareLinks, "put", "remove"),
  shares: pickMethods(shares, "get"),
};
type Services = ProvidedServices<typeof providers>;
type OpenCall = Pick<RouteCall<"open-inbox-share">, "caller" | "params" | "body">;

async function open({ caller, params, body }: OpenCall, services: Services) {
  const { shareId } = params;
  const kept = await services.inboxes.getShare(caller.userId, shareId);
  if (!kept) throw shareNotFoundRefusal();
  const share = await services.shares.get({ userId: kept.learner_id, shareId });
  if (!share) throw linkUnknownRefusal();
  refuseClosedLink({ share }, services.clock.now());
  const hash = hashToken(body.token);
  const former = await services.inboxes.replaceLink(caller.userId, shareId, hash);
  if (former === null) throw shareNotFoundRefusal();
  const link = { user_id: kept.learner_id, share_id: shareId, teacher_id: caller.userId };
  if (!(await services.shareLinks.put(hash, link, share.expires_at))) {
    throw new Refusal("bad_request", "body, token: This token is taken");
  }
  if (former !== undefined && former !== hash) await services.shareLinks.remove(former, link);
  return { opened: true as const };
}

/**
 * Creates the caller's own link, with the given token, to a share in the inbox. Stores the link's hash in the inbox
 * before it stores the link, so that the former link is closed at once.
 * @throws Refusal "share_not_found", "link_unknown", "link_ended", "link_expired", "link_blocked", those of
 * `limitCalls`, "bad_request" if the token is taken
 */
export async function openInboxShare(call: OpenCall, services: Services) {
  await limitCalls(services.callCounts, "share-change", call.caller.userId);
  return hideClosedAccount(open)(call, services);
}

export const handler = onLearnerHttp(inboxRoutes, "open-inbox-share", openInboxShare, providers);
