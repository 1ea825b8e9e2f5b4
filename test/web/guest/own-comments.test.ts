import { expect, test } from "vitest";
import type { OwnComment } from "../../../domain/sharing/share-comment.ts";
import { mergeOwnComments } from "../../../web/src/guest/share-session.ts";

const comment = (digit: number, minute: number, text = "slow"): OwnComment => ({
  comment_id: `00000000-0000-4000-8000-00000000000${digit}`,
  guest_id: "00000000-0000-4000-8000-0000000000ff",
  ...{
    dialogue: 0,
    segment: 0,
    at_seconds: 1,
    kind: "term",
    text,
    unit: null,
    voice: null,
    voice_url: null,
    is_voice_refused: false,
  },
  created_at: `2026-11-26T09:0${digit}:00.000Z`,
  changed_at: `2026-11-26T09:${String(minute).padStart(2, "0")}:00.000Z`,
});
const texts = (comments: readonly OwnComment[]) => comments.map(({ text }) => text);

test("mergeOwnComments includes a comment that the page saved after the server's response", () => {
  const saved = comment(2, 12, "saved since");
  expect(texts(mergeOwnComments([comment(1, 10)], new Map([[saved.comment_id, saved]])))).toEqual([
    "slow",
    "saved since",
  ]);
});

test("mergeOwnComments does not restore a deleted comment", () => {
  const deleted = comment(1, 10);
  expect(mergeOwnComments([deleted], new Map([[deleted.comment_id, null]]))).toEqual([]);
});

test("mergeOwnComments returns the newer version of a comment, from the page or from the server", () => {
  const [older, newer] = [comment(1, 10, "older"), comment(1, 11, "newer")];
  expect(texts(mergeOwnComments([older], new Map([[newer.comment_id, newer]])))).toEqual(["newer"]);
  expect(texts(mergeOwnComments([newer], new Map([[older.comment_id, older]])))).toEqual(["newer"]);
});
