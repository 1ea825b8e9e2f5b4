import type { ShareWithComments } from "../../domain/sharing/share-routes.ts";
import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { clock, shareComments, sharedAudio, shares } from "../services.ts";
import { shareNotFoundRefusal } from "../sharing/share-refusals.ts";
import { signRecordings, signVoice } from "../sharing/sign-addresses.ts";
import { isLive, toShare } from "../sharing/to-share.ts";

const providers = {
  clock,
  shareComments: pickMethods(shareComments, "list"),
  sharedAudio: pickMethods(sharedAudio, "signAddress"),
  shares: pickMethods(shares, "get"),
};
type Services = ProvidedServices<typeof providers>;

export async function getShare(
  { caller, params }: Pick<RouteCall<"get-share">, "caller" | "params">,
  services: Services,
): Promise<ShareWithComments> {
  const key = { userId: caller.userId, shareId: params.shareId };
  const [share, stored] = await Promise.all([services.shares.get(key), services.shareComments.list(key)]);
  if (!share) throw shareNotFoundRefusal();
  const hasAudio = isLive(share, services.clock.now());
  const comments = stored.map(async (comment) => ({
    ...(await signVoice(key.shareId, comment, hasAudio, services.sharedAudio)),
    // The guest may have deleted everything during this call.
    guest_name: share.guests[comment.guest_id]?.name ?? "?",
  }));
  const recordings = hasAudio ? await signRecordings(share, services.sharedAudio) : [];
  return {
    share: toShare(share),
    comments: await Promise.all(comments),
    recordings: recordings.flatMap(({ dialogue, segment, url }) => (url === null ? [] : [{ dialogue, segment, url }])),
  };
}

export const handler = onLearnerHttp(shareRoutes, "get-share", getShare, providers);
