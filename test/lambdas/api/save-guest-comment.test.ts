import { expect, test } from "vitest";
import { saveGuestComment } from "../../../lambdas/api/save-guest-comment.ts";
import type { StoredComment } from "../../../lambdas/store/share-comments.ts";
import { hashToken } from "../../../lambdas/store/share-links.ts";
import type { StoredShare } from "../../../lambdas/store/share-rows.ts";
import { aComment, aShare, aToken } from "../support/share-builders.ts";

const now = new Date("2026-11-26T09:00:00.000Z");

type World = { share: StoredShare | null };
type Interference = { beforeReservation?: (world: World) => void; whileStoring?: (world: World) => void };

function openWorld({ beforeReservation, whileStoring }: Interference) {
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
      ...{ admit: never, rename: never },
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
  const save = () => saveGuestComment({ body: { token, guest, name: "Bina", comment: aComment() }, request }, services);
  return { comments, save };
}

test("a comment is removed if the share is deleted during the comment's storage", async () => {
  const { comments, save } = openWorld({
    whileStoring: (world) => {
      world.share = null;
    },
  });
  await expect(save()).rejects.toMatchObject({ code: "link_unknown" });
  expect([...comments.keys()]).toEqual([]);
});

test("a comment is removed if another call deletes the comment during its storage", async () => {
  const { comments, save } = openWorld({
    whileStoring: (world) => {
      if (world.share) world.share = { ...world.share, comments: {} };
    },
  });
  await expect(save()).rejects.toMatchObject({ code: "comment_not_found" });
  expect([...comments.keys()]).toEqual([]);
});

test("a comment is removed if its guest deletes everything during its storage", async () => {
  const { comments, save } = openWorld({
    whileStoring: (world) => {
      if (world.share) world.share = { ...world.share, guests: {} };
    },
  });
  await expect(save()).rejects.toMatchObject({ code: "comment_not_found" });
  expect([...comments.keys()]).toEqual([]);
});

test("a comment is refused as deleted if its guest deletes everything before its reservation", async () => {
  const { comments, save } = openWorld({
    beforeReservation: (world) => {
      if (world.share) world.share = { ...world.share, guests: {} };
    },
  });
  await expect(save()).rejects.toMatchObject({ code: "comment_not_found" });
  expect([...comments.keys()]).toEqual([]);
});
