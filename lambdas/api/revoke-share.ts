import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import {
  bus,
  callCounts,
  clock,
  inboxes,
  shareComments,
  sharedAudio,
  shareLedger,
  shareLinks,
  shares,
} from "../services.ts";
import { clearEndedShare, deleteShareRows } from "../sharing/end-share.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  inboxes: pickMethods(inboxes, "removeShare"),
  shareComments: pickMethods(shareComments, "removeOf"),
  sharedAudio: pickMethods(sharedAudio, "removeOf"),
  shareLedger: pickMethods(shareLedger, "strike"),
  shareLinks: pickMethods(shareLinks, "removeOf"),
  shares: pickMethods(shares, "get", "changeState", "finishExpiry", "remove"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * A share that does not exist counts as deleted. Repeating a failed call completes it.
 * @throws Refusal "changed_meanwhile", and those of `limitCalls`
 */
export async function revokeShare(
  { caller, params }: Pick<RouteCall<"revoke-share">, "caller" | "params">,
  services: Services,
) {
  const key = { userId: caller.userId, shareId: params.shareId };
  await limitCalls(services.callCounts, "share-change", key.userId);
  await services.shares.changeState(key, ["open", "blocked"], "revoked");
  const share = await services.shares.get(key);
  // This deletes audio by the share's id alone. The share was found under the caller's id, so the audio is the caller's.
  if (share) await clearEndedShare(key, share, services.clock.now(), services);
  if (params.comments === "delete") await deleteShareRows(key, services);
  await publishOrLog(services.bus, { type: "ShareChanged", ...key });
  return { revoked: true as const };
}

export const handler = onLearnerHttp(shareRoutes, "revoke-share", revokeShare, providers);
