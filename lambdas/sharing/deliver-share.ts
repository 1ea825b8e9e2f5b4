import { Refusal } from "../../domain/http/refusal.ts";
import type { InboxItem } from "../../domain/sharing/inbox.ts";
import type { InboxStore, KeptShare } from "../store/inboxes.ts";
import type { ShareKey, StoredShare } from "../store/share-rows.ts";
import type { ShareStore } from "../store/shares.ts";

export function toInboxItem({ userId, shareId }: ShareKey, share: StoredShare): InboxItem {
  return {
    ...{ share_id: shareId, learner_id: userId, learner_name: share.asker, question: share.question },
    ...{ kind: share.subject.kind, titles: share.dialogues.map(({ title }) => title), state: "unheard" },
    ...{ created_at: share.created_at, expires_at: share.link_expires_at },
  };
}

export type DeliveryServices = {
  inboxes: Pick<InboxStore, "addShare">;
  shares: Pick<ShareStore, "addTeacher">;
};

/** Adds the teacher to the share first, so that the end of the share can remove the share from the inbox. */
export async function deliverShare(
  key: ShareKey,
  share: StoredShare,
  teacherId: string,
  { inboxes, shares }: DeliveryServices,
): Promise<KeptShare | null> {
  if (!(await shares.addTeacher(key, teacherId))) return null;
  try {
    return await inboxes.addShare(teacherId, toInboxItem(key, share));
  } catch (error) {
    if (error instanceof Refusal && (error.code === "user_gone" || error.code === "account_closing")) return null;
    throw error;
  }
}
