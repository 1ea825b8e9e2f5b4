import type { SharedAudio } from "../files/shared-audio.ts";
import type { InboxStore } from "../store/inboxes.ts";
import type { ShareCommentStore } from "../store/share-comments.ts";
import type { ShareLedger } from "../store/share-ledger.ts";
import type { ShareLinkStore } from "../store/share-links.ts";
import type { ShareKey, StoredShare } from "../store/share-rows.ts";
import type { ShareStore } from "../store/shares.ts";

export type EndServices = {
  inboxes: Pick<InboxStore, "removeShare">;
  sharedAudio: Pick<SharedAudio, "removeOf">;
  shareLedger: Pick<ShareLedger, "strike">;
  shares: Pick<ShareStore, "finishExpiry">;
};

/**
 * Removes the audio of an ended or expired share. Removes the share from inboxes and from the learner's live shares.
 * Comments remain, and the learner's link reports that it has ended or expired. Every step is idempotent.
 */
export async function clearEndedShare(
  key: ShareKey,
  { teachers }: Pick<StoredShare, "teachers">,
  now: Date,
  services: EndServices,
): Promise<void> {
  await services.sharedAudio.removeOf(key.shareId);
  await Promise.all(teachers.map((teacher) => services.inboxes.removeShare(teacher, key.shareId)));
  await services.shareLedger.strike(key.userId, key.shareId, now);
  await services.shares.finishExpiry(key);
}

export type DeleteServices = {
  shareComments: Pick<ShareCommentStore, "removeOf">;
  shareLinks: Pick<ShareLinkStore, "removeOf">;
  shares: Pick<ShareStore, "remove">;
};

/**
 * Removes a share with its comments and links. The audio must already be removed. Removes the share's row first. A
 * guest's call that runs meanwhile then finds no share, and removes the comment that it stored. Every step is
 * idempotent.
 */
export async function deleteShareRows(key: ShareKey, services: DeleteServices): Promise<void> {
  await services.shares.remove(key);
  await services.shareComments.removeOf(key);
  await services.shareLinks.removeOf(key.userId, key.shareId);
}
