import { toLinkId } from "../../domain/sharing/link-token.ts";
import type { Share, ShareGuest } from "../../domain/sharing/share.ts";
import { closedReason } from "../../domain/sharing/share-access.ts";
import { placeKey, type StoredShare } from "../store/share-rows.ts";

function toShareGuests({ guests, comments }: StoredShare): ShareGuest[] {
  const authors = Object.values(comments);
  return Object.entries(guests)
    .toSorted(([, one], [, other]) => Date.parse(one.created_at) - Date.parse(other.created_at))
    .map(([guest_id, { name, has_marking, teacher_id }]) => ({
      ...{ guest_id, name, is_teacher: teacher_id !== undefined },
      comments: authors.filter((author) => author === guest_id).length,
      ...(has_marking && { marking_id: guest_id }),
    }));
}

/** Leaves out the hashes of secrets, the whole hash of the token, and the reports. */
export function toShare(stored: StoredShare): Share {
  const { share_id, created_at, link_expires_at, state, subject, asker, question, dialogues, teachers } = stored;
  return {
    ...{ share_id, created_at, expires_at: link_expires_at, state, subject, asker, question, dialogues, teachers },
    link_id: toLinkId(Buffer.from(stored.link_hash, "base64url")),
    recordings: stored.recordings.map((recording) => ({
      ...recording,
      state: stored.received[placeKey(recording)] ?? "awaited",
    })),
    guests: toShareGuests(stored),
    comments: Object.keys(stored.comments).length,
  };
}

export const closedReasonOf = ({ state, link_expires_at: expires_at }: StoredShare, now: Date) =>
  closedReason({ state, expires_at }, now);

/** A blocked link is live, because the learner can unblock it. */
export function isLive(stored: StoredShare, now: Date): boolean {
  const reason = closedReasonOf(stored, now);
  return reason === null || reason === "blocked";
}
