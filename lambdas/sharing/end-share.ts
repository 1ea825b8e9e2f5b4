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
 * For an ended or expired share. Every step is idempotent. Removes the share from the index of due shares last, so that
 * `expire-shares` repeats a failed call.
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
 * The audio must already be removed. Removes the share's row first. A guest's call that runs meanwhile then finds no
 * share, and removes the comment that it stored. Every step is idempotent.
 */
export async function deleteShareRows(key: ShareKey, services: DeleteServices): Promise<void> {
  await services.shares.remove(key);
  await services.shareComments.removeOf(key);
  await services.shareLinks.removeOf(key.userId, key.shareId);
}
