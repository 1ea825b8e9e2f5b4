import { type SharedAudio, voiceKey } from "../files/shared-audio.ts";
import type { ShareCommentStore, StoredComment } from "../store/share-comments.ts";
import type { Deleter, ShareGuestStore } from "../store/share-guests.ts";
import type { ShareKey } from "../store/share-rows.ts";

export type CommentRemoval = {
  shareComments: Pick<ShareCommentStore, "remove">;
  sharedAudio: Pick<SharedAudio, "remove">;
  shareGuests: Pick<ShareGuestStore, "releaseComment">;
};

/** Removes the comment's row last, so that a repeated call still finds the comment. */
export async function removeComment(
  key: ShareKey,
  comment: StoredComment,
  deletedBy: Deleter,
  services: CommentRemoval,
): Promise<void> {
  const { comment_id: id, voice } = comment;
  if (voice) await services.sharedAudio.remove(voiceKey(key.shareId, id, voice.recording_id));
  await services.shareGuests.releaseComment(key, id, deletedBy);
  await services.shareComments.remove(key, id);
}
