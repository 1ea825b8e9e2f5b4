import { networkKeyOf } from "../../domain/http/network-address.ts";
import { limitCalls } from "../guards/guards.ts";
import type { CallCountStore } from "../store/call-counts.ts";
import type { InboxStore } from "../store/inboxes.ts";
import { hashToken, type ShareLink, type ShareLinkStore } from "../store/share-links.ts";
import type { ShareKey, StoredShare } from "../store/share-rows.ts";
import type { LearnersTeacher, ShareTeacherStore } from "../store/share-teachers.ts";
import type { ShareStore } from "../store/shares.ts";
import { closedLinkRefusal, linkUnknownRefusal } from "./share-refusals.ts";
import { closedReasonOf } from "./to-share.ts";

/** `teacher` is null for the learner's own link. If the share has ended, it may be null for a teacher's link too. */
export type OpenedLink = { key: ShareKey; share: StoredShare; teacher: LearnersTeacher | null };

export type LinkServices = {
  callCounts: Pick<CallCountStore, "admit">;
  inboxes: Pick<InboxStore, "getShare">;
  shareLinks: Pick<ShareLinkStore, "find">;
  shares: Pick<ShareStore, "get">;
  shareTeachers: Pick<ShareTeacherStore, "get">;
};

/**
 * Returns null if the learner no longer has this teacher, or if the share in the teacher's inbox names another link.
 */
async function findTeacher(
  { user_id, share_id }: ShareLink,
  teacherId: string,
  hash: string,
  { inboxes, shareTeachers }: LinkServices,
): Promise<LearnersTeacher | null> {
  const [teacher, kept] = await Promise.all([
    shareTeachers.get(user_id, teacherId),
    inboxes.getShare(teacherId, share_id),
  ]);
  return kept?.link_hash === hash ? teacher : null;
}

async function findShare(token: string, services: LinkServices): Promise<OpenedLink | null> {
  const hash = hashToken(token);
  const link = await services.shareLinks.find(hash);
  if (!link) return null;
  const key = { userId: link.user_id, shareId: link.share_id };
  const [share, teacher] = await Promise.all([
    services.shares.get(key),
    link.teacher_id === undefined ? null : findTeacher(link, link.teacher_id, hash, services),
  ]);
  if (!share) return null;
  if (link.teacher_id === undefined) return share.link_hash === hash ? { key, share, teacher: null } : null;
  // An ended share is no longer in inboxes. Its teachers' links still find the share, so that they can report its end.
  const hasEnded = share.state === "revoked" || share.state === "taken-down";
  return teacher || hasEnded ? { key, share, teacher } : null;
}

/**
 * Finds the share of a token. Its link may be blocked, ended or expired. Counts calls with unknown tokens by network,
 * and calls with known tokens by network and by share.
 * @throws Refusal "link_unknown", "too_many_requests"
 */
export async function findLink(token: string, sourceAddress: string, services: LinkServices): Promise<OpenedLink> {
  const network = networkKeyOf(sourceAddress);
  const opened = await findShare(token, services);
  if (!opened) {
    await limitCalls(services.callCounts, "unknown-link-network", network);
    throw linkUnknownRefusal();
  }
  await limitCalls(services.callCounts, "shared-network", network);
  await limitCalls(services.callCounts, "shared-link", opened.key.shareId);
  return opened;
}

/** @throws Refusal "link_blocked", "link_ended", "link_expired" */
export function refuseClosedLink({ share }: Pick<OpenedLink, "share">, now: Date): void {
  const reason = closedReasonOf(share, now);
  if (reason) throw closedLinkRefusal(reason);
}
