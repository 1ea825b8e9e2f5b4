import type { SharedAudio } from "../files/shared-audio.ts";
import { type PartingServices, partTeacher } from "../sharing/part-teacher.ts";
import type { InboxStore } from "../store/inboxes.ts";
import type { ShareLinkStore } from "../store/share-links.ts";
import type { ShareTeacherStore } from "../store/share-teachers.ts";
import type { ShareStore } from "../store/shares.ts";

export type SharingRemoval = PartingServices & {
  inboxes: Pick<InboxStore, "listLearners" | "removeAll">;
  sharedAudio: Pick<SharedAudio, "removeOf">;
  shareLinks: Pick<ShareLinkStore, "removeOf">;
  shares: Pick<ShareStore, "list" | "changeState" | "removeAll">;
  shareTeachers: Pick<ShareTeacherStore, "list">;
};

/**
 * Ends the shares first, so that their links no longer open. Comments that the learner wrote as a teacher remain. Every
 * step is idempotent.
 */
export async function removeSharing(userId: string, services: SharingRemoval): Promise<void> {
  const { inboxes, sharedAudio, shareLinks, shares, shareTeachers } = services;
  const own = await shares.list(userId);
  for (const { share_id: shareId } of own)
    await shares.changeState({ userId, shareId }, ["open", "blocked"], "revoked");
  for (const { share_id: shareId, teachers } of own) {
    await sharedAudio.removeOf(shareId);
    for (const teacher of teachers) await inboxes.removeShare(teacher, shareId);
  }
  for (const { teacher_id } of await shareTeachers.list(userId)) await inboxes.removeLearner(teacher_id, userId);
  for (const { learner_id: learnerId } of await inboxes.listLearners(userId)) {
    await partTeacher({ learnerId, teacherId: userId }, services);
  }
  await shareLinks.removeOf(userId);
  await shares.removeAll(userId);
  await inboxes.removeAll(userId);
}
