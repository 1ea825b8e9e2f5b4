import { createHash } from "node:crypto";
import { Refusal } from "../../domain/http/refusal.ts";
import { maxGuestsPerShare } from "../../domain/sharing/share-limits.ts";
import type { ShareGuestStore } from "../store/share-guests.ts";
import { hashToken } from "../store/share-links.ts";
import type { StoredGuest } from "../store/share-rows.ts";
import type { ShareStore } from "../store/shares.ts";
import { type OpenedLink, refuseClosedLink } from "./open-link.ts";
import { guestUnknownRefusal, linkUnknownRefusal } from "./share-refusals.ts";

export type GuestKey = { guest_id: string; secret: string };

export type Identity = { guestId: string; known: StoredGuest | null };

/**
 * The id is derived, so that the teacher is one guest on all devices. The id is a UUID of version 8:
 * https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export function teacherGuestId(teacherId: string, shareId: string): string {
  const bytes = createHash("sha256").update(`teacher:${teacherId}:${shareId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** @throws Refusal "guest_unknown" */
export function identifyGuest({ key, share, teacherId }: OpenedLink, guest: GuestKey): Identity {
  const guestId = teacherId === null ? guest.guest_id : teacherGuestId(teacherId, key.shareId);
  const known = share.guests[guestId] ?? null;
  if (teacherId === null && known && known.secret_hash !== hashToken(guest.secret)) throw guestUnknownRefusal();
  return { guestId, known };
}

export type AdmissionServices = {
  shareGuests: Pick<ShareGuestStore, "admit" | "rename">;
  shares: Pick<ShareStore, "get">;
};

/** @throws Refusal "guest_unknown", "too_many_guests", "link_blocked", "link_ended", "link_expired", "link_unknown" */
export async function admitGuest(
  opened: OpenedLink,
  { guest, name }: { guest: GuestKey; name: string },
  now: Date,
  { shareGuests, shares }: AdmissionServices,
): Promise<{ guestId: string; opened: OpenedLink }> {
  const { key, teacherId } = opened;
  const { guestId, known } = identifyGuest(opened, guest);
  if (known?.name === name) return { guestId, opened };
  const added: StoredGuest = {
    ...{ name, created_at: now.toISOString(), has_marking: false },
    ...(teacherId === null ? { secret_hash: hashToken(guest.secret) } : { teacher_id: teacherId }),
  };
  const changed = known
    ? await shareGuests.rename(key, guestId, name, now)
    : await shareGuests.admit(key, guestId, added, now);
  if (changed) return { guestId, opened: { ...opened, share: changed } };
  const share = await shares.get(key);
  if (!share) throw linkUnknownRefusal();
  refuseClosedLink({ share }, now);
  // Another request of the same guest may have come first.
  if (identifyGuest({ ...opened, share }, guest).known) return { guestId, opened: { ...opened, share } };
  if (known || share.deleted_guests.includes(guestId)) throw guestUnknownRefusal();
  throw new Refusal("too_many_guests", `${maxGuestsPerShare} people have answered already, which is the most.`);
}
