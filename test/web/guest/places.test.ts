import { expect, test } from "vitest";
import { type GuestPlacesShare, listPlaces, placeBeside } from "../../../web/src/guest/places.ts";

const recordingAt = (dialogue: number, segment: number) => ({ dialogue, segment, seconds: 8, bytes: 900, url: null });
const share = (recordings: readonly [number, number][], exam: GuestPlacesShare["exam"] = null): GuestPlacesShare => ({
  recordings: recordings.map(([dialogue, segment]) => recordingAt(dialogue, segment)),
  exam,
});
const places = (of: GuestPlacesShare) => listPlaces(of).map(({ dialogue, segment }) => [dialogue, segment]);

test("listPlaces returns the segments with a recording, ordered by dialogue and segment", () => {
  expect(
    places(
      share([
        [1, 0],
        [0, 4],
        [0, 1],
      ]),
    ),
  ).toEqual([
    [0, 1],
    [0, 4],
    [1, 0],
  ]);
});

test("listPlaces adds segments that the learner heard in an exam, even without a recording", () => {
  const heard = { heard_at: "2026-11-20T08:00:00.000Z", repeats: 0, take_seconds: null, interrupted: false };
  const exam = { dialogues: [{ segments: [heard, heard, null] }] };
  expect(places(share([[0, 1]], exam))).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

test("placeBeside returns the next or previous segment, even in another dialogue, or undefined at either end", () => {
  const all = listPlaces(
    share([
      [0, 2],
      [0, 5],
      [1, 0],
    ]),
  );
  const [first, second, last] = all;
  if (!first || !second || !last) throw new Error("There are three segments");
  expect([placeBeside(all, first, 1), placeBeside(all, second, 1)]).toEqual([second, last]);
  expect([placeBeside(all, second, -1), placeBeside(all, last, -1)]).toEqual([first, second]);
  expect([placeBeside(all, first, -1), placeBeside(all, last, 1)]).toEqual([undefined, undefined]);
});
