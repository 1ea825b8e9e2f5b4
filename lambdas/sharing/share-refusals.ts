import { Refusal } from "../../domain/http/refusal.ts";
import type { ClosedReason } from "../../domain/sharing/share-access.ts";

export const shareNotFoundRefusal = () => new Refusal("share_not_found", "This link does not exist.");

export const shareEndedRefusal = () => new Refusal("share_ended", "This link has ended.");

/** Also for a link of a deleted account, so that the refusal does not reveal the deletion. */
export const linkUnknownRefusal = () => new Refusal("link_unknown", "This link does not work.");

export function closedLinkRefusal(reason: ClosedReason): Refusal {
  switch (reason) {
    case "ended":
      return new Refusal("link_ended", "This link has ended.");
    case "expired":
      return new Refusal("link_expired", "This link has expired. Ask for a new one.");
    case "blocked":
      return new Refusal("link_blocked", "This link is blocked.");
  }
}

export const guestUnknownRefusal = () =>
  new Refusal("guest_unknown", "This browser cannot change feedback with this link.");

export const commentNotFoundRefusal = () => new Refusal("comment_not_found", "This comment does not exist.");

export const commentsChangedRefusal = () =>
  new Refusal("changed_meanwhile", "Your comments for reuse have changed. Please try again.");

export const notTeacherRefusal = () => new Refusal("not_a_teacher", "Only a teacher can do this.");
