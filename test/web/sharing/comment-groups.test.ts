import { expect, test } from "vitest";
import { groupComments } from "../../../web/src/features/sharing/comment-groups.ts";

const momentsOf = (moments: readonly (number | null)[], seconds = 10) =>
  groupComments(
    moments.map((at_seconds) => ({ at_seconds })),
    seconds,
  ).map(({ at, comments }) => [at, comments.length]);

test("groupComments assigns separate markers, in order of time, to comments that are far apart", () => {
  expect(momentsOf([5, 2, 8])).toEqual([
    [2, 1],
    [5, 1],
    [8, 1],
  ]);
});

test("groupComments assigns a comment to an earlier marker that its own marker would overlap", () => {
  // The recording lasts 10 s, so a marker of 24 px on a waveform of 300 px covers 0.8 s.
  expect(momentsOf([2.5, 2.6, 3.2, 3.4])).toEqual([
    [2.5, 3],
    [3.4, 1],
  ]);
});

test("groupComments assigns one marker to comments near the start or the end of a recording", () => {
  expect(momentsOf([0, 0.7, 1.1])).toEqual([[0, 3]]);
  expect(momentsOf([9.1, 9.9])).toEqual([[9.1, 2]]);
});

test("groupComments assigns no marker to a comment about the whole segment", () => {
  expect(momentsOf([null, 4])).toEqual([[4, 1]]);
});
