// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markChange } from "../../../domain/exam/marking-changes.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { createGuestApp, type GuestApp } from "../../../web/src/guest/guest-app.ts";
import { GuestCallError } from "../../../web/src/guest/shared-api.ts";

const place = { dialogue: 0, segment: 0 };
let deletionStatus = 200;
let guestIds: string[];
let app: GuestApp;

beforeEach(() => {
  deletionStatus = 200;
  guestIds = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    guestIds.push(JSON.parse(body).guest.guest_id);
    return url.endsWith("/shared/deletions")
      ? Response.json({ deleted: true }, { status: deletionStatus })
      : Response.json({}, { status: 503 });
  });
  app = createGuestApp({ apiUrl: "https://api.example", token: "a".repeat(43) });
  app.setVoice(place, new Blob(["voice"]));
});
afterEach(() => {
  app.session.stop();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const share: OpenedShare = {
  ...{ asker: "Asha", question: "Am I too slow?" },
  ...{ created_at: "2026-11-20T09:00:00.000Z", expires_at: "2099-12-10T09:00:00.000Z" },
  subject: { kind: "dialogue" },
  dialogues: [{ language: "nepali", scenario_id: "example-1", title: "At the doctor's" }],
  recordings: [{ ...place, seconds: 8, bytes: 32_000, url: null }],
  ...{ content: [], exam: null, guest: null, saved_comments: null },
};

test("skip moves the position in a recording that is not playing, within its start and end", async () => {
  vi.stubGlobal("fetch", async () => Response.json(share));
  await app.session.open();
  app.place.set(place);
  for (const [seconds, moment] of [
    [5, 5],
    [5, 8],
    [-5, 3],
    [-5, 0],
  ] as const) {
    app.skip(seconds);
    expect(app.moment.get()).toBe(moment);
  }
});

test("skip sets no moment in a segment without a shared recording", async () => {
  vi.stubGlobal("fetch", async () => Response.json(share));
  await app.session.open();
  app.place.set({ dialogue: 0, segment: 1 });
  app.skip(5);
  expect(app.moment.get()).toBeNull();
});

test.each([
  ["a recording that has not arrived", "recording"],
  ["the original of a segment that the dialogue no longer has", "original"],
] as const)("toggle does not play %s", async (_, kind) => {
  vi.stubGlobal("fetch", async () => Response.json(share));
  await app.session.open();
  app.content.dialogues.set([[]]);
  app.toggle(kind);
  expect(app.player.playhead.get()).toMatchObject({ id: null });
});

test("deleteAll deletes recorded comments that are not saved", async () => {
  await app.deleteAll();
  expect(app.voices.get().size).toBe(0);
});

test("deleteAll preserves recorded comments if the deletion fails", async () => {
  deletionStatus = 503;
  await expect(app.deleteAll()).rejects.toThrow();
  expect(app.voices.get().size).toBe(1);
});

test("deleteAll removes from the page the comments and the marking that the server sent", async () => {
  const comment = {
    comment_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11",
    guest_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c12",
    ...{ ...place, at_seconds: null, kind: "term" as const, text: "Slower.", unit: null, voice: null },
    ...{ created_at: share.created_at, changed_at: share.created_at, voice_url: null, is_voice_refused: false },
  };
  const marking = {
    marking_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c13",
    created_at: share.created_at,
    changes: [markChange(place, true, share.created_at)],
  };
  const guest = { name: "Bina", comments: [comment], marking, learner_marking: null };
  let isOpened = false;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("/shared/deletions")) return Response.json({ deleted: true });
    if (isOpened) return Response.json({}, { status: 503 });
    isOpened = true;
    return Response.json({ ...share, guest });
  });
  await app.session.open();
  expect(app.marking.state.get().changes).toEqual(marking.changes);
  await app.deleteAll();
  expect(app.marking.state.get().changes).toEqual([]);
  expect(app.session.state.get()).toMatchObject({ share: { guest: { comments: [], marking: null } } });
});

test("deleteAll creates a new guest id, which a later page uses", async () => {
  await app.deleteAll();
  const [deleted, next] = guestIds;
  expect([guestIds.length, next === deleted]).toEqual([2, false]);
  const later = createGuestApp({ apiUrl: "https://api.example", token: "a".repeat(43) });
  await later.session.open();
  later.session.stop();
  expect(guestIds[2]).toBe(next);
});

test("deleteAll preserves the guest's id if the deletion fails", async () => {
  deletionStatus = 503;
  await expect(app.deleteAll()).rejects.toThrow();
  await app.session.open();
  const [first, second] = guestIds;
  expect(second).toBe(first);
});

test("soundTrouble names a voice comment that could not be loaded, until another sound is requested", async () => {
  app.player.toggle({ id: "comment", load: () => Promise.reject(new GuestCallError("unreachable")) });
  await vi.waitFor(() => expect(app.soundTrouble.get()).toEqual({ id: "comment", code: "unreachable" }));
  app.player.toggle({ id: "voice", load: () => new Promise(() => undefined) });
  expect(app.soundTrouble.get()).toBeNull();
});
