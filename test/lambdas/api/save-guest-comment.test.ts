import { expect, test } from "vitest";
import { saveGuestComment } from "../../../lambdas/api/save-guest-comment.ts";
import type { StoredComment } from "../../../lambdas/store/share-comments.ts";
import { hashToken } from "../../../lambdas/store/share-links.ts";
import type { StoredShare } from "../../../lambdas/store/share-rows.ts";
import { aComment, aShare, aToken } from "../support/share-builders.ts";

const now = new Date("2026-11-26T09:00:00.000Z");

type World = { share: StoredShare | null };
/** The guest sends another name if `beforeRename` is given. */
type Interference = Partial<Record<"beforeRename" | "beforeReservation" | "whileStoring", (world: World) => void>>;

function openWorld({ beforeRename, beforeReservation, whileStoring }: Interference) {
  const { token, days: _, ...body } = aShare();
  const guest = { guest_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", secret: aToken() };
  const known = {
    name: "Bina",
    secret_hash: hashToken(guest.secret),
    created_at: now.toISOString(),
    has_marking: false,
  };
  const comments = new Map<string, StoredComment>();
  const world: World = {
    share: {
      ...{ ...body, user_id: "asha", share_id: "share", state: "open", link_hash: hashToken(token) },
      ...{ created_at: now.toISOString(), link_expires_at: "2026-12-01T09:00:00.000Z", expires_at: 2_000_000_000 },
      ...{
        received: {},
        guests: { [guest.guest_id]: known },
        comments: {},
        voice_comments: [],
        deleted_comments: [],
        deleted_guests: [],
        reports: [],
      },
    },
  };
  const never = () => Promise.reject(new Error("Not expected"));
  const services = {
    bus: { publish: never },
    callCounts: { admit: async () => null },
    clock: { now: () => now },
    closedAccounts: { stateOf: async () => null },
    feedbackNotices: { awaitMail: never },
    inboxes: { getShare: never, noteState: never },
    shareComments: {
      get: never,
      save: async (_key: unknown, guest_id: string, comment: ReturnType<typeof aComment>) => {
        const times = { created_at: now.toISOString(), changed_at: now.toISOString() };
        const stored = { ...comment, guest_id, ...times };
        comments.set(comment.comment_id, stored);
        whileStoring?.(world);
        return stored;
      },
      remove: async (_key: unknown, id: string) => void comments.delete(id),
    },
    sharedAudio: { remove: never, signAddress: never, signForm: never },
    shareGuests: {
      admit: never,
      rename: async (_key: unknown, guestId: string) => {
        beforeRename?.(world);
        return world.share?.guests[guestId] ? world.share : null;
      },
      reserveComment: async (_key: unknown, { commentId, guestId }: { commentId: string; guestId: string }) => {
        beforeReservation?.(world);
        if (!world.share?.guests[guestId]) return null;
        world.share = { ...world.share, comments: { [commentId]: guestId } };
        return world.share;
      },
    },
    shareLinks: { find: async () => ({ user_id: "asha", share_id: "share" }) },
    shares: { get: async () => world.share },
    shareTeachers: { get: never },
  };
  const request = { method: "POST", path: "/", rawBody: "", sourceAddress: "192.0.2.7", header: () => "" };
  const save = () =>
    saveGuestComment(
      { body: { token, guest, name: beforeRename ? "Binita" : "Bina", comment: aComment() }, request },
      services,
    );
  return { comments, save };
}

const change = (fields: Partial<StoredShare>) => (world: World) => {
  if (world.share) world.share = { ...world.share, ...fields };
};
const deleteShare = (world: World) => {
  world.share = null;
};

test.each<[string, Interference, string]>([
  ["the share is deleted during the comment's storage", { whileStoring: deleteShare }, "link_unknown"],
  [
    "another call deletes the comment during its storage",
    { whileStoring: change({ comments: {} }) },
    "comment_not_found",
  ],
  ["its guest deletes everything during its storage", { whileStoring: change({ guests: {} }) }, "comment_not_found"],
  [
    "its guest deletes everything before its reservation",
    { beforeReservation: change({ guests: {} }) },
    "comment_not_found",
  ],
  ["its guest deletes everything before a change of name", { beforeRename: change({ guests: {} }) }, "guest_unknown"],
])("a comment does not remain if %s", async (_, interference, code) => {
  const { comments, save } = openWorld(interference);
  await expect(save()).rejects.toMatchObject({ code });
  expect([...comments.keys()]).toEqual([]);
});
