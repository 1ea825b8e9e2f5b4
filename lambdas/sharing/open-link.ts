import { networkKeyOf } from "../../domain/http/network-address.ts";
import { limitCalls } from "../guards/guards.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallCountStore } from "../store/call-counts.ts";
import type { InboxStore } from "../store/inboxes.ts";
import { hashToken, type ShareLink, type ShareLinkStore } from "../store/share-links.ts";
import type { ShareKey, StoredShare } from "../store/share-rows.ts";
import type { ShareTeacherStore } from "../store/share-teachers.ts";
import type { ShareStore } from "../store/shares.ts";
import { closedLinkRefusal, linkUnknownRefusal } from "./share-refusals.ts";
import { closedReasonOf, isLive } from "./to-share.ts";

/** `teacherId` is null unless the link belongs to a teacher. */
export type OpenedLink = { key: ShareKey; share: StoredShare; teacherId: string | null };

export type LinkServices = {
  callCounts: Pick<CallCountStore, "admit">;
  clock: Clock;
  inboxes: Pick<InboxStore, "getShare">;
  shareLinks: Pick<ShareLinkStore, "find">;
  shares: Pick<ShareStore, "get">;
  shareTeachers: Pick<ShareTeacherStore, "get">;
};

type LinkInInbox = "current" | "outdated" | "absent";

async function findInInbox(
  { user_id, share_id }: ShareLink,
  teacherId: string,
  hash: string,
  { inboxes, shareTeachers }: LinkServices,
): Promise<LinkInInbox> {
  const [teacher, kept] = await Promise.all([
    shareTeachers.get(user_id, teacherId),
    inboxes.getShare(teacherId, share_id),
  ]);
  if (!kept) return "absent";
  return teacher && kept.link_hash === hash ? "current" : "outdated";
}

async function findShare(token: string, services: LinkServices): Promise<OpenedLink | null> {
  const hash = hashToken(token);
  const link = await services.shareLinks.find(hash);
  if (!link) return null;
  const { teacher_id: teacherId = null } = link;
  const key = { userId: link.user_id, shareId: link.share_id };
  // Reads the inbox before the share, because the end of a share changes the share before it removes the inbox entry.
  const inInbox = teacherId === null ? null : await findInInbox(link, teacherId, hash, services);
  const share = await services.shares.get(key);
  if (!share) return null;
  const opened = { key, share, teacherId };
  if (inInbox === null) return share.link_hash === hash ? opened : null;
  // A share leaves the inbox when it ends or expires. The teacher's link still finds the share then, to report its end
  // and to delete what the teacher wrote.
  const hasEnded = inInbox === "absent" && !isLive(share, services.clock.now());
  return inInbox === "current" || hasEnded ? opened : null;
}

/**
 * The link may be blocked, ended or expired.
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
