import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handleSessionEnd } from "../../../web/src/app/handle-session-end.ts";
import { accountKey } from "../../../web/src/features/accounts/account.ts";
import type { SessionEnd } from "../../../web/src/features/accounts/session-end.ts";
import { setLanguageSelectedFlags } from "../../../web/src/features/language/use-save-language.ts";
import { practiceStorage } from "../../../web/src/features/practice/recordings/practice-storage.ts";
import { createPlaybackSpeed } from "../../../web/src/features/practice/studio/playback-speed.ts";
import { recordDeletion } from "../../../web/src/features/profile/unfinished-deletion.ts";
import { queuedProgress, queueProgress } from "../../../web/src/features/progress/progress-sending.ts";
import { createRecordingStore } from "../../../web/src/features/recording/store/recording-store.ts";
import { emptyDraft, readDraft, writeDraft } from "../../../web/src/features/support/draft.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { aSave } from "../progress/queued-saves.ts";

const draft = { title: "No sound", feedback: "I hear nothing" };
const recordings = createRecordingStore(() => Date.now(), practiceStorage);
let queries: QueryClient;
const navigated: unknown[] = [];
const navigate = async (...to: unknown[]) => void navigated.push(to);

beforeEach(async () => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { pathname: "/topic/health-1", search: "" } }));
  navigated.length = 0;
  queries = new QueryClient();
  for (const userId of ["asha", "bina"]) {
    await recordings.clearUser(userId);
    const segment = { userId, language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "Health" } as const;
    await recordings.save(segment, { attempt: 1, durationSeconds: 2, interrupted: false, wav: new ArrayBuffer(44) });
    queueProgress(userId, aSave(1, 1));
    writeDraft(userId, draft);
  }
  queries.setQueryData(accountKey("asha"), "what is known of the account");
  setLanguageSelectedFlags();
});
const flags = () => [localStorage, sessionStorage].map((store) => store.getItem("language_selected"));
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const end = (how: SessionEnd["how"], wasHere = true) =>
  handleSessionEnd({ userId: "asha", how, wasHere }, { queries, navigate });

const left = async (userId: string) => ({
  recordings: (await recordings.listAll(userId)).length,
  waiting: queuedProgress(userId).length,
  draft: readDraft(userId) !== emptyDraft,
});

// Why: docs/decisions/0044-ends-of-sessions.md, docs/decisions/0048-learners-delete-recordings.md
describe("handleSessionEnd", () => {
  it("removes recordings, unsent progress and the draft after a log-out in another tab", async () => {
    await end("logged-out");
    expect(await left("asha")).toEqual({ recordings: 0, waiting: 0, draft: false });
    expect(flags()).toEqual([null, null]);
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  it("removes the learner's recordings, unsent progress and draft after the account is deleted", async () => {
    await end("deleted");
    expect(await left("asha")).toEqual({ recordings: 0, waiting: 0, draft: false });
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  it.each([
    ["deleted", 1],
    ["logged-out", 1.25],
    ["refused", 1.25],
  ] as const)(
    "leaves $1 as the playback speed of a learner who chose 1.25, after a session end “$0”",
    async (how, speed) => {
      createPlaybackSpeed("asha").set(1.25);
      await end(how);
      expect(createPlaybackSpeed("asha").get()).toBe(speed);
    },
  );

  it.each(["taken", "replaced", "refused", "reset"] as const)(
    "preserves the learner's stored work after a session end “%s”",
    async (how) => {
      await end(how);
      expect(await left("asha")).toEqual({ recordings: 1, waiting: 1, draft: true });
      expect(flags()).toEqual([null, null]);
    },
  );

  it.each([
    ["logged-out", null],
    ["deleted", null],
    ["taken", "asha"],
    ["refused", "asha"],
  ] as const)(
    "leaves $1 as the value of deleting_account in localStorage after a session end “$0”",
    async (how, whose) => {
      recordDeletion("asha");
      await end(how);
      expect(localStorage.getItem("deleting_account")).toBe(whose);
    },
  );

  it.each(["logged-out", "taken", "replaced", "refused", "reset"] as const)(
    "keeps another learner's recording, unsent progress and draft after a session end “%s”",
    async (how) => {
      await end(how);
      expect(await left("bina")).toEqual({ recordings: 1, waiting: 1, draft: true });
    },
  );
});

it("handleSessionEnd removes an unreadable progress item after a log-out, but not after a refused session", async () => {
  localStorage.setItem("userProgress_old", "1");
  await end("refused");
  expect(localStorage.getItem("userProgress_old")).toBe("1");
  await end("logged-out");
  expect(localStorage.getItem("userProgress_old")).toBeNull();
});

describe("the end of a session", () => {
  it.each([
    ["logged-out", "Logged out"],
    ["taken", "Logged out"],
    ["deleted", "Account deleted!"],
    ["replaced", "Another account is logged in"],
    ["refused", "Session Error"],
  ] as const)("with the reason “%s” is reported as: %s", async (how, title) => {
    await end(how);
    expect(shownToasts().map((toast) => toast.title)).toEqual([title]);
  });

  it("is not reported after a password reset, and a log-out is not reported in a tab without the session", async () => {
    await end("reset");
    await end("logged-out", false);
    expect(shownToasts()).toEqual([]);
  });

  it("passes the path of an open dialogue to the log-in page if the session was refused", async () => {
    await end("refused");
    expect(navigated).toEqual([["/login", { state: { origin: "/topic/health-1" } }]]);
  });

  it("does not close the new-password page if the session was refused", async () => {
    vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { pathname: "/new-password", search: "" } }));
    await end("refused");
    expect(navigated).toEqual([]);
  });
});
