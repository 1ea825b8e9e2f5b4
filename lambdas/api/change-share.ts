import { Refusal } from "../../domain/http/refusal.ts";
import type { Share } from "../../domain/sharing/share.ts";
import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, clock, shareLinks, shares } from "../services.ts";
import { shareEndedRefusal, shareNotFoundRefusal } from "../sharing/share-refusals.ts";
import { isLive, toShare } from "../sharing/to-share.ts";
import { hashToken } from "../store/share-links.ts";
import type { ShareKey, StoredShare } from "../store/share-rows.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  shareLinks: pickMethods(shareLinks, "put", "remove"),
  shares: pickMethods(shares, "get", "changeState", "replaceLink"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * Stores the new link's hash in the share before it stores the link. The learner's link opens only if the share has its
 * hash, so the former link is closed at once.
 */
async function replaceLink(key: ShareKey, share: StoredShare, token: string, services: Services): Promise<void> {
  const hash = hashToken(token);
  const former = await services.shares.replaceLink(key, hash);
  if (former === null) throw shareEndedRefusal();
  const link = { user_id: key.userId, share_id: key.shareId };
  if (!(await services.shareLinks.put(hash, link, share.expires_at))) {
    throw new Refusal("bad_request", "body, token: This token is taken");
  }
  if (former !== hash) await services.shareLinks.remove(former, link);
}

/**
 * A failed call may be repeated.
 * @throws Refusal "share_not_found", "share_ended", those of `limitCalls`, "bad_request" if the token is taken
 */
export async function changeShare(
  { caller, params, body }: Pick<RouteCall<"change-share">, "caller" | "params" | "body">,
  services: Services,
): Promise<Share> {
  const key = { userId: caller.userId, shareId: params.shareId };
  await limitCalls(services.callCounts, "share-change", key.userId);
  const share = await services.shares.get(key);
  if (!share) throw shareNotFoundRefusal();
  if (!isLive(share, services.clock.now())) throw shareEndedRefusal();
  if (body.is_blocked !== undefined) {
    const state = body.is_blocked ? "blocked" : "open";
    if (!(await services.shares.changeState(key, ["open", "blocked"], state))) throw shareEndedRefusal();
  }
  if (body.token !== undefined) await replaceLink(key, share, body.token, services);
  const changed = await services.shares.get(key);
  if (!changed) throw shareNotFoundRefusal();
  await publishOrLog(services.bus, { type: "ShareChanged", ...key });
  return toShare(changed);
}

export const handler = onLearnerHttp(shareRoutes, "change-share", changeShare, providers);
