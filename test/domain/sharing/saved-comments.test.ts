import { expect, test } from "vitest";
import { addSavedComment } from "../../../domain/sharing/saved-comments.ts";

/** As many comments as a teacher can keep for reuse. */
const fifty = Array.from({ length: 50 }, (_, at) => `Comment ${at + 1}`);

test("addSavedComment adds a 50th comment as the newest", () => {
  const known = fifty.slice(1);
  expect(addSavedComment(known, { comment: "Slower.", replaced: null })).toEqual([...known, "Slower."]);
});

test("addSavedComment returns the same list for a comment that is already saved, even if there is no room", () => {
  expect(addSavedComment(fifty, { comment: "Comment 7", replaced: "Comment 1" })).toEqual(fifty);
});

test("addSavedComment replaces the oldest of 50 comments only if it is the one to replace", () => {
  expect(addSavedComment(fifty, { comment: "Slower.", replaced: "Comment 1" })).toEqual([...fifty.slice(1), "Slower."]);
  expect(addSavedComment(fifty, { comment: "Slower.", replaced: "Comment 2" })).toBeNull();
  expect(addSavedComment(fifty, { comment: "Slower.", replaced: null })).toBeNull();
});
