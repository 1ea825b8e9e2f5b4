import { Refusal } from "../../domain/http/refusal.ts";
import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, examAttempts, examMarkings, shareComments, sharedAudio, shareGuests } from "../services.ts";
import { identifyGuest } from "../sharing/guest-identity.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink, type OpenedLink } from "../sharing/open-link.ts";
import { removeComment } from "../sharing/remove-comment.ts";
import { commentNotFoundRefusal } from "../sharing/share-refusals.ts";
import { attemptKeyOf } from "../sharing/shared-exam.ts";

const providers = {
  ...linkProviders,
  bus,
  examAttempts: pickMethods(examAttempts, "removeMarking"),
  examMarkings: pickMethods(examMarkings, "remove"),
  shareComments: pickMethods(shareComments, "get", "list", "remove"),
  sharedAudio: pickMethods(sharedAudio, "remove"),
  shareGuests: pickMethods(shareGuests, "releaseComment", "remove"),
};
type Services = ProvidedServices<typeof providers>;

async function deleteComment({ key }: OpenedLink, guestId: string, id: string, services: Services): Promise<void> {
  const comment = await services.shareComments.get(key, id);
  if (!comment) return;
  if (comment.guest_id !== guestId) throw commentNotFoundRefusal();
  await removeComment(key, comment, "guest", services);
}

async function deleteMarking(opened: OpenedLink, guestId: string, services: Services): Promise<void> {
  const key = attemptKeyOf(opened);
  if (!key) return;
  const removal = await services.examAttempts.removeMarking(key, guestId);
  if (removal === "full") throw new Refusal("too_many_markings", "No more markings of this exam can be deleted.");
  await services.examMarkings.remove(key, guestId);
  await publishOrLog(services.bus, { type: "ExamChanged", ...key });
}

async function deleteComments({ key }: OpenedLink, guestId: string, services: Services): Promise<void> {
  const comments = await services.shareComments.list(key);
  for (const comment of comments.filter(({ guest_id }) => guest_id === guestId)) {
    await removeComment(key, comment, "guest", services);
  }
}

/**
 * Removes the guest after the comments and the marking, because a repeated call for a removed guest deletes nothing.
 * Then deletes comments that arrived meanwhile. A teacher is not removed for good, because the stored id would block the
 * teacher's later calls.
 */
async function deleteEverything(opened: OpenedLink, guestId: string, services: Services): Promise<void> {
  const { key, share, teacherId } = opened;
  await deleteComments(opened, guestId, services);
  if (share.guests[guestId]?.has_marking) await deleteMarking(opened, guestId, services);
  await services.shareGuests.remove(key, guestId, teacherId === null ? "for good" : "next call");
  await deleteComments(opened, guestId, services);
}

/**
 * Deletes one comment of a guest, or everything that the guest wrote, even after the link has ended. A missing comment
 * or guest counts as deleted.
 * @throws Refusal "link_unknown", "guest_unknown", "comment_not_found", "too_many_markings", "too_many_requests"
 */
export async function deleteGuestWriting(
  { body, request }: Pick<RouteCall<"delete-guest-writing">, "body" | "request">,
  services: Services,
) {
  const opened = await findLink(body.token, request.sourceAddress, services);
  const { guestId, known } = identifyGuest(opened, body.guest);
  if (known) {
    if (body.comment_id === null) await deleteEverything(opened, guestId, services);
    else await deleteComment(opened, guestId, body.comment_id, services);
    await publishOrLog(services.bus, { type: "ShareChanged", ...opened.key });
  }
  return { deleted: true as const };
}

export const handler = onHttp(guestRoutes, "delete-guest-writing", deleteGuestWriting, providers);
