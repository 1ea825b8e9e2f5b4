// Entries that the guest's page uses. They have their own file, so that the page stays small.

const guestName = {
  place: "local",
  key: "guest_name",
  owner: "guest",
  lasts: "until changed",
  clearedBy: "nothing",
} as const;

/** The guest's id and secret for one link. */
const guestKey = {
  place: "local",
  key: "guest_key_{link}",
  owner: "guest",
  lasts: "until deleted",
  clearedBy: "nothing",
} as const;

const guestDrafts = {
  place: "local",
  key: "guest_drafts_{link}",
  owner: "guest",
  lasts: "until done",
  clearedBy: "nothing",
} as const;

/** Saved comments that the server does not have yet. */
const guestComments = {
  place: "local",
  key: "guest_comments_{link}",
  owner: "guest",
  lasts: "until done",
  clearedBy: "nothing",
} as const;

/** Changes of a guest's marking that the server does not have yet. */
const guestMarking = {
  place: "local",
  key: "guest_marking_{link}",
  owner: "guest",
  lasts: "until done",
  clearedBy: "nothing",
} as const;

/**
 * The token of a link whose share a teacher wants to keep. The token is stored, because a log-in drops the fragment of
 * the inbox's address.
 */
const inboxToken = {
  place: "session",
  key: "inbox_token",
  owner: "guest",
  lasts: "until done",
  clearedBy: "nothing",
} as const;

export const storedByGuests = { guestName, guestKey, guestDrafts, guestComments, guestMarking, inboxToken } as const;
