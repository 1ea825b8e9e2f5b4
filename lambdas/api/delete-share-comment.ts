import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, shareComments, sharedAudio, shareGuests } from "../services.ts";
import { removeComment } from "../sharing/remove-comment.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  shareComments: pickMethods(shareComments, "get", "remove"),
  sharedAudio: pickMethods(sharedAudio, "remove"),
  shareGuests: pickMethods(shareGuests, "releaseComment"),
};
type Services = ProvidedServices<typeof providers>;

/** A comment that does not exist counts as deleted. */
export async function deleteShareComment(
  { caller, params }: Pick<RouteCall<"delete-share-comment">, "caller" | "params">,
  services: Services,
) {
  const key = { userId: caller.userId, shareId: params.shareId };
  await limitCalls(services.callCounts, "share-change", key.userId);
  const comment = await services.shareComments.get(key, params.commentId);
  if (comment) await removeComment(key, comment, "learner", services);
  await publishOrLog(services.bus, { type: "ShareChanged", ...key });
  return { deleted: true as const };
}

export const handler = onLearnerHttp(shareRoutes, "delete-share-comment", deleteShareComment, providers);
