// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

test("skip moves a stopped recording between its start and its end", async () => {
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

test("deleteAll deletes recorded comments that are not saved", async () => {
  await app.deleteAll();
  expect(app.voices.get().size).toBe(0);
});

test("deleteAll preserves recorded comments if the deletion fails", async () => {
  deletionStatus = 503;
  await expect(app.deleteAll()).rejects.toThrow();
  expect(app.voices.get().size).toBe(1);
});

test("deleteAll gives the guest a new id, which later pages use", async () => {
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
