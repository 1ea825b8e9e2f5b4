import { Refusal } from "../../domain/http/refusal.ts";
import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import type { NewComment } from "../../domain/sharing/share-comment.ts";
import { maxCommentsPerShare, maxVoiceCommentsPerShare } from "../../domain/sharing/share-limits.ts";
import { voiceKey } from "../files/shared-audio.ts";
import { refuseClosed } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { bus, closedAccounts, feedbackNotices, inboxes, shareComments, sharedAudio, shareGuests } from "../services.ts";
import { admitGuest } from "../sharing/guest-identity.ts";
import { hideClosedAccount } from "../sharing/hide-closed-account.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { noteFeedback } from "../sharing/note-feedback.ts";
import { findLink, type OpenedLink, refuseClosedLink } from "../sharing/open-link.ts";
import { commentNotFoundRefusal, linkUnknownRefusal } from "../sharing/share-refusals.ts";
import { signOwnVoice } from "../sharing/sign-addresses.ts";
import { hasReceivedVoice, type StoredComment } from "../store/share-comments.ts";

const providers = {
  ...linkProviders,
  bus,
  closedAccounts: pickMethods(closedAccounts, "stateOf"),
  feedbackNotices: pickMethods(feedbackNotices, "awaitMail"),
  inboxes: pickMethods(inboxes, "getShare", "noteState"),
  shareComments: pickMethods(shareComments, "get", "save", "remove"),
  sharedAudio: pickMethods(sharedAudio, "remove", "signAddress", "signForm"),
  shareGuests: pickMethods(shareGuests, "admit", "rename", "reserveComment"),
};
type Services = ProvidedServices<typeof providers>;

/** In seconds. Allows for the rounding of positions. */
const endTolerance = 0.1;

function refuseUnknownPlace({ share: { dialogues, recordings } }: OpenedLink, comment: NewComment): void {
  if (comment.dialogue >= dialogues.length) {
    throw new Refusal("bad_request", "body, comment: The link has no such dialogue");
  }
  if (comment.at_seconds === null) return;
  const recording = recordings.find(
    ({ dialogue, segment }) => dialogue === comment.dialogue && segment === comment.segment,
  );
  if (!recording || comment.at_seconds > recording.seconds + endTolerance) {
    throw new Refusal("bad_request", "body, comment: The link has no recording of this moment");
  }
}

/** The comment counts before it is stored, so that concurrent calls cannot exceed the limits. */
async function reserve({ key }: OpenedLink, guestId: string, comment: NewComment, services: Services): Promise<void> {
  const now = services.clock.now();
  const reserved = { commentId: comment.comment_id, guestId, hasVoice: comment.voice !== null };
  if (await services.shareGuests.reserveComment(key, reserved, now)) return;
  const share = await services.shares.get(key);
  if (!share) throw linkUnknownRefusal();
  refuseClosedLink({ share }, now);
  const author = share.comments[comment.comment_id];
  const isDeleted = share.deleted_comments.includes(comment.comment_id) || !share.guests[guestId];
  if (isDeleted || (author !== undefined && author !== guestId)) throw commentNotFoundRefusal();
  const isFull = author === undefined && Object.keys(share.comments).length >= maxCommentsPerShare;
  throw new Refusal(
    "too_many_comments",
    isFull
      ? `This link has ${maxCommentsPerShare} comments, which is the most.`
      : `This link has ${maxVoiceCommentsPerShare} spoken comments, which is the most. Write this one.`,
  );
}

/** Must run before the new version of the comment is stored, because only the stored comment names the former voice. */
async function removeFormerVoice({ key, share }: OpenedLink, comment: NewComment, services: Services): Promise<void> {
  const { comment_id: id, voice } = comment;
  if (share.comments[id] === undefined) return;
  const former = (await services.shareComments.get(key, id))?.voice;
  if (!former || former.recording_id === voice?.recording_id) return;
  await services.sharedAudio.remove(voiceKey(key.shareId, id, former.recording_id));
}

/** The comment must not remain if the comment itself, its guest or the share is deleted during the call. */
async function store(
  { key, share }: OpenedLink,
  guestId: string,
  comment: NewComment,
  services: Services,
): Promise<StoredComment> {
  const at = { now: services.clock.now(), expiresAt: share.expires_at };
  const stored = await services.shareComments.save(key, guestId, comment, at);
  const present = await services.shares.get(key);
  if (stored && present?.comments[comment.comment_id] === guestId && present.guests[guestId]) return stored;
  if (stored) await services.shareComments.remove(key, comment.comment_id);
  throw present ? commentNotFoundRefusal() : linkUnknownRefusal();
}

async function signUpload({ key }: OpenedLink, comment: StoredComment, { sharedAudio }: Services) {
  const { comment_id: id, voice } = comment;
  if (!voice || hasReceivedVoice(comment)) return null;
  return sharedAudio.signForm(voiceKey(key.shareId, id, voice.recording_id), voice.bytes);
}

/**
 * Saving a comment again replaces it.
 * @throws Refusal "link_unknown", "link_ended", "link_expired", "link_blocked", "guest_unknown", "too_many_guests",
 * "too_many_comments", "comment_not_found", "too_many_requests", "bad_request", and those of `refuseClosed`, which the
 * handler replaces
 */
export async function saveGuestComment(
  { body, request }: Pick<RouteCall<"save-guest-comment">, "body" | "request">,
  services: Services,
) {
  const { comment } = body;
  const now = services.clock.now();
  const found = await findLink(body.token, request.sourceAddress, services);
  await refuseClosed(services.closedAccounts, found.key.userId);
  refuseClosedLink(found, now);
  refuseUnknownPlace(found, comment);
  const { guestId, opened } = await admitGuest(found, body, now, services);
  await reserve(opened, guestId, comment, services);
  await removeFormerVoice(opened, comment, services);
  const stored = await store(opened, guestId, comment, services);
  await noteFeedback(opened, now, services);
  return {
    comment: await signOwnVoice(opened.key.shareId, stored, services.sharedAudio),
    upload: await signUpload(opened, stored, services),
  };
}

export const handler = onHttp(guestRoutes, "save-guest-comment", hideClosedAccount(saveGuestComment), providers);
