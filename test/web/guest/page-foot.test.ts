// @vitest-environment happy-dom
import { createElement, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import type { CommentDraft } from "../../../web/src/guest/drafts.ts";
import { createGuestApp, type GuestApp } from "../../../web/src/guest/guest-app.ts";
import { PageFoot } from "../../../web/src/guest/page-foot.tsx";

const place = { dialogue: 0, segment: 0 };
const at = "2026-11-26T09:00:00.000Z";
const share: OpenedShare = {
  ...{ asker: "Asha", question: "", created_at: at, expires_at: at, subject: { kind: "dialogue" } },
  ...{ dialogues: [], recordings: [], content: [], exam: null, guest: null, saved_comments: null },
};
const draft: CommentDraft = {
  comment_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11",
  ...{ ...place, at_seconds: null, kind: "term", text: "Slower.", unit: null },
};

let app: GuestApp;

beforeEach(async () => {
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/shared/deletions") ? Response.json({ deleted: true }) : Response.json({}, { status: 503 }),
  );
  app = createGuestApp({ apiUrl: "https://api.example", token: "a".repeat(43) });
  await act(() => render(createElement(PageFoot, { app, share }), document.body));
});
afterEach(() => {
  render(null, document.body);
  app.session.stop();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const button = (label: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.trim() === label);
const press = async (label: string) => {
  const found = button(label);
  if (!found) throw new Error(`There is no button “${label}”`);
  await act(() => found.click());
};
const offer = "Delete all my feedback";

test("PageFoot offers no deletion to a guest who has given no feedback", () => {
  expect(button(offer)).toBeUndefined();
});

test.each<[string, () => void]>([
  ["a recorded voice that is not saved", () => app.setVoice(place, new Blob(["voice"]))],
  ["a comment that is not sent yet", () => app.comments.add({ ...draft, voice: null }, null)],
  ["a text that is not saved", () => app.drafts.saveDraft(draft)],
])("PageFoot offers the deletion to a guest who has only %s", async (_, write) => {
  await act(write);
  await press(offer);
  await press("Delete everything");
  await vi.waitFor(() => expect(document.body.textContent).toContain("Your feedback is deleted."));
  expect(button(offer)).toBeUndefined();
  expect([app.voices.get().size, app.comments.waiting.get(), app.drafts.get().comments]).toEqual([0, [], {}]);
});

test.each([
  ["a teacher", [], true],
  ["a non-teacher", null, false],
] as const)("PageFoot warns $0 that a new marking of the exam may be impossible: $2", async (_, saved, isLast) => {
  await act(() =>
    render(createElement(PageFoot, { app, share: { ...share, saved_comments: saved && [...saved] } }), document.body),
  );
  const change = { type: "segment", ...place, changed_at: at, marked: true } as const;
  await act(() => app.marking.merge({ marking_id: draft.comment_id, created_at: at, changes: [change] }));
  await press(offer);
  const warning = "You may not be able to mark this exam again with this link.";
  expect(document.querySelector("legend")?.textContent?.includes(warning)).toBe(isLast);
});

test.each([
  ["a non-teacher that nobody else with the link sees the feedback", null, "Nobody else who has this link sees them."],
  ["a teacher that everyone with the link sees the feedback", [], "Everyone who has this link sees them too"],
] as const)("PageFoot tells %s", async (_, saved, text) => {
  const saved_comments = saved && [...saved];
  await act(() => render(createElement(PageFoot, { app, share: { ...share, saved_comments } }), document.body));
  expect(document.body.textContent).toContain(text);
});
