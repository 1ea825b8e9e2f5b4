import type { InboxStore } from "../store/inboxes.ts";
import type { ShareLinkStore } from "../store/share-links.ts";
import type { ShareTeacherStore } from "../store/share-teachers.ts";
import type { ShareStore } from "../store/shares.ts";

export type PartingServices = {
  inboxes: Pick<InboxStore, "listShares" | "removeShare" | "removeLearner">;
  shareLinks: Pick<ShareLinkStore, "remove">;
  shares: Pick<ShareStore, "removeTeacher">;
  shareTeachers: Pick<ShareTeacherStore, "remove">;
};

/** Ends a teacher's access to a learner's live shares. Every step is idempotent. */
export async function partTeacher(
  { learnerId, teacherId }: { learnerId: string; teacherId: string },
  { inboxes, shareLinks, shares, shareTeachers }: PartingServices,
): Promise<void> {
  await shareTeachers.remove(learnerId, teacherId);
  const kept = await inboxes.listShares(teacherId);
  for (const { share_id, link_hash } of kept.filter(({ learner_id }) => learner_id === learnerId)) {
    const link = { user_id: learnerId, share_id, teacher_id: teacherId };
    if (link_hash !== undefined) await shareLinks.remove(link_hash, link);
    await shares.removeTeacher({ userId: learnerId, shareId: share_id }, teacherId);
    await inboxes.removeShare(teacherId, share_id);
  }
  await inboxes.removeLearner(teacherId, learnerId);
}
