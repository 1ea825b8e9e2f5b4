import type { AccountExport } from "../../domain/accounts/account-export.ts";
import type { FeedbackNoticeStore } from "../store/feedback-notices.ts";
import type { InboxStore } from "../store/inboxes.ts";
import type { ShareCommentStore } from "../store/share-comments.ts";
import type { StoredShare } from "../store/share-rows.ts";
import type { ShareTeacherStore } from "../store/share-teachers.ts";
import type { ShareStore } from "../store/shares.ts";
import { toShare } from "./to-share.ts";

export type ExportServices = {
  feedbackNotices: Pick<FeedbackNoticeStore, "get">;
  inboxes: Pick<InboxStore, "listLearners" | "listShares" | "savedComments">;
  shareComments: Pick<ShareCommentStore, "list">;
  shares: Pick<ShareStore, "list">;
  shareTeachers: Pick<ShareTeacherStore, "list">;
};

type SharingExport = Pick<AccountExport, "shares" | "teachers" | "wants_feedback_email" | "inbox">;

async function exportShare(share: StoredShare, { shareComments }: ExportServices) {
  const comments = await shareComments.list({ userId: share.user_id, shareId: share.share_id });
  const received_comments = comments.map(({ received_voice: _, refused_voice: __, ...comment }) => ({
    ...comment,
    guest_name: share.guests[comment.guest_id]?.name ?? "?",
  }));
  return { ...toShare(share), received_comments };
}

export async function exportSharing(userId: string, services: ExportServices): Promise<SharingExport> {
  const [stored, teachers, notice, items, learners, saved] = await Promise.all([
    services.shares.list(userId),
    services.shareTeachers.list(userId),
    services.feedbackNotices.get(userId),
    services.inboxes.listShares(userId),
    services.inboxes.listLearners(userId),
    services.inboxes.savedComments(userId),
  ]);
  return {
    shares: await Promise.all(stored.map((share) => exportShare(share, services))),
    teachers,
    wants_feedback_email: notice?.email_off !== true,
    inbox: { items: items.map(({ link_hash: _, ...item }) => item), learners, saved_comments: saved },
  };
}
