// @vitest-environment happy-dom
import { createElement, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import type { NewComment, OwnComment } from "../../../domain/sharing/share-comment.ts";
import { CommentList } from "../../../web/src/guest/comment-list.tsx";
import { createGuestApp, type GuestApp } from "../../../web/src/guest/guest-app.ts";

const place = { dialogue: 0, segment: 0 };
const at = "2026-11-26T09:00:00.000Z";
const written: NewComment = {
  comment_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11",
  ...{ ...place, at_seconds: null, kind: "term", text: "Slower.", unit: null, voice: null },
};
const own: OwnComment = {
  ...{ ...written, guest_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c12", created_at: at, changed_at: at },
  ...{ voice_url: null, is_voice_refused: false },
};
const shareWith = (comments: OwnComment[], saved: readonly string[] | null): OpenedShare => ({
  ...{ asker: "Asha", question: "", created_at: at, expires_at: at, subject: { kind: "dialogue" } },
  ...{ dialogues: [], recordings: [], content: [], exam: null, saved_comments: saved && [...saved] },
  guest: { name: "Bina", comments, marking: null, learner_marking: null },
});

let app: GuestApp;
let refusal: { status: number; code: string } | "no network";
const onEdit = vi.fn();

beforeEach(() => {
  onEdit.mockReset();
  vi.stubGlobal("fetch", async () => {
    if (refusal === "no network") throw new TypeError("Failed to fetch");
    return Response.json({ code: refusal.code, message: "" }, { status: refusal.status });
  });
  app = createGuestApp({ apiUrl: "https://api.example", token: "a".repeat(43) });
});
afterEach(() => {
  render(null, document.body);
  app.session.stop();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const show = (comments: OwnComment[], saved: readonly string[] | null = null) =>
  act(() =>
    render(
      createElement(CommentList, { app, share: shareWith(comments, saved), place, segment: undefined, onEdit }),
      document.body,
    ),
  );
const buttons = () => [...document.querySelectorAll("button")];
const labels = () => buttons().map(({ textContent }) => textContent?.trim());
const press = (label: string) =>
  act(() =>
    buttons()
      .find(({ textContent }) => textContent?.trim() === label)
      ?.click(),
  );
const alertText = () => document.querySelector("[role='alert']")?.textContent ?? null;

test.each([
  ["no network", "Parlance did not confirm the deletion. Check your connection, then try again."],
  [
    { status: 429, code: "too_many_requests" },
    "Parlance did not confirm the deletion. There were too many attempts. Try again later.",
  ],
  [{ status: 500, code: "internal_error" }, "Parlance did not confirm the deletion. Wait a minute, then try again."],
] as const)("CommentList says what to do after a failed deletion: %j", async (failure, text) => {
  refusal = failure;
  await show([own]);
  await press("Delete");
  await vi.waitFor(() => expect(alertText()).toBe(text));
});

test("CommentList reports no failed deletion if the comment is already gone", async () => {
  refusal = { status: 404, code: "comment_not_found" };
  const removed = vi.spyOn(app.session, "showComment");
  await show([own]);
  await press("Delete");
  await vi.waitFor(() => expect(removed).toHaveBeenCalledWith(own.comment_id, null));
  await act(() => undefined);
  expect(alertText()).toBeNull();
});

test("CommentList lets a guest change a written comment that the server refused as invalid", async () => {
  refusal = { status: 400, code: "bad_request" };
  await act(() => app.comments.add(written, null));
  await show([]);
  await vi.waitFor(() => expect(labels()).toContain("Change"));
  await press("Change");
  expect(onEdit).toHaveBeenCalledWith(written);
  expect(app.comments.waiting.get()).toEqual([]);
});

test("CommentList offers Discard, but not Change, for a spoken comment that the server refused", async () => {
  refusal = { status: 400, code: "bad_request" };
  const voice = { recording_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c13", seconds: 2, bytes: 8000 };
  await act(() => app.comments.add({ ...written, voice }, new ArrayBuffer(8000)));
  await show([]);
  await vi.waitFor(() => expect(labels()).toContain("Discard"));
  expect(labels()).not.toContain("Change");
});

test.each([
  ["comment_not_found", 404],
  ["guest_unknown", 403],
])("CommentList does not offer “Copy my text” for a spoken comment without text (%s)", async (code, status) => {
  refusal = { status, code };
  const voice = { recording_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c13", seconds: 2, bytes: 8000 };
  await act(() => app.comments.add({ ...written, text: "", voice }, new ArrayBuffer(8000)));
  await show([]);
  await vi.waitFor(() => expect(labels()).toContain("Discard"));
  expect(labels()).not.toContain("Copy my text");
});

test("CommentList says what to do if the server refused the recording of a spoken comment", async () => {
  const voice = { recording_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c13", seconds: 2, bytes: 8000 };
  await show([{ ...own, voice, is_voice_refused: true }]);
  expect(document.body.textContent).toContain(
    "The voice comment could not be stored. Delete this comment and record it again.",
  );
  expect(document.body.textContent).not.toContain("cannot be played yet");
});

test("CommentList says what to do if a spoken comment cannot be loaded", async () => {
  refusal = "no network";
  const voice = { recording_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c13", seconds: 2, bytes: 8000 };
  await show([{ ...own, voice, voice_url: "https://storage.example/voice.mp3" }]);
  await press("Play voice comment");
  await vi.waitFor(() =>
    expect(alertText()).toBe("The audio could not be loaded. Check your connection, then play again."),
  );
});

const fifty = Array.from({ length: 50 }, (_, at) => `Comment ${at + 1}`);

const openAsTeacher = (saved: readonly string[]) => {
  app.session.state.set({ kind: "open", share: shareWith([own], saved), closed: null });
  return show([own], saved);
};

test("CommentList asks the teacher before it requests the removal of the oldest of 50 reusable comments", async () => {
  refusal = "no network";
  const call = vi.spyOn(app.api, "call");
  await openAsTeacher(fifty);
  await press("Keep for reuse");
  expect(call).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain(
    "You can keep 50 comments for reuse. Remove the oldest, “Comment 1”, to keep this one?",
  );
  await press("Cancel");
  expect(labels()).toContain("Keep for reuse");
  await press("Keep for reuse");
  await press("Remove the oldest");
  expect(call.mock.calls).toEqual([["add-reusable-comment", { comment: "Slower.", replaced: "Comment 1" }]]);
  await vi.waitFor(() => expect(labels()).toContain("Not confirmed yet. Try again"));
});

test("CommentList sends a 50th reusable comment without asking the teacher", async () => {
  refusal = "no network";
  const call = vi.spyOn(app.api, "call");
  await openAsTeacher(fifty.slice(1));
  await press("Keep for reuse");
  expect(call.mock.calls).toEqual([["add-reusable-comment", { comment: "Slower.", replaced: null }]]);
});

test("CommentList loads the reusable comments again if they have changed elsewhere", async () => {
  refusal = { status: 409, code: "changed_meanwhile" };
  const call = vi.spyOn(app.api, "call");
  await openAsTeacher(fifty.slice(1));
  await press("Keep for reuse");
  await vi.waitFor(() => expect(call.mock.calls.map(([name]) => name)).toEqual(["add-reusable-comment", "open-share"]));
  await vi.waitFor(() => expect(labels()).toContain("Keep for reuse"));
});
