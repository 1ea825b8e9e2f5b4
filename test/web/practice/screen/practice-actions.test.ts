import { expect, it } from "vitest";
import type { Practice, PracticeEvent } from "../../../../domain/practice/practice.ts";
import { createPractice } from "../../../../domain/practice/practice.ts";
import { createObservable } from "../../../../web/src/browser/observable.ts";
import { practiceActions } from "../../../../web/src/features/practice/screen/practice-effects.ts";
import type { Shortcut } from "../../../../web/src/features/practice/screen/practice-shortcuts.ts";
import type { PlaybackSpeed } from "../../../../web/src/features/practice/studio/playback-speed.ts";
import type { Playhead } from "../../../../web/src/features/practice/studio/playhead.ts";
import type { Studio } from "../../../../web/src/features/practice/studio/studio.ts";

function press(shortcut: Shortcut, practice: Practice = createPractice(3), { pace = 1 as PlaybackSpeed } = {}) {
  const events: PracticeEvent[] = [];
  const speed = createObservable<PlaybackSpeed>(pace);
  const position = createObservable<Playhead>({ audio: "original", fraction: 0.5, duration: 10 });
  const parts = { practice: createObservable(practice), position, playbackSpeed: speed };
  // The shortcuts of these tests use no other member of a studio.
  const studio = { ...parts, send: (event: PracticeEvent) => void events.push(event) } as unknown as Studio;
  practiceActions(studio, practice)[shortcut]?.();
  return { events, pace: speed.get() };
}

it.each<[Shortcut, PracticeEvent]>([
  ["play-original", { type: "play", audio: "original" }],
  ["play-own", { type: "play", audio: "own" }],
  ["play-translation", { type: "play", audio: "translation" }],
  ["finish-attempt", { type: "finish-attempt" }],
  ["loop", { type: "toggle-loop" }],
  ["restart", { type: "ask-restart" }],
  ["previous", { type: "previous" }],
  ["next", { type: "next" }],
])("the shortcut %s sends the event %j", (shortcut, event) => {
  expect(press(shortcut).events).toEqual([event]);
});

it("the shortcut “next” sends the event “finish” at the last segment", () => {
  expect(press("next", { ...createPractice(3), index: 2 }).events).toEqual([{ type: "finish" }]);
  expect(press("next", { ...createPractice(3), index: 1 }).events).toEqual([{ type: "next" }]);
});

it("the shortcuts “slower” and “faster” change the speed by one step within its limits", () => {
  expect(press("slower").pace).toBe(0.9);
  expect(press("faster").pace).toBe(1.1);
  expect(press("slower", undefined, { pace: 0.75 }).pace).toBe(0.75);
  expect(press("faster", undefined, { pace: 1.25 }).pace).toBe(1.25);
});

it("the shortcuts “loop-from” and “loop-to” move one end of the loop, if there is one, to the playback position", () => {
  const looping = { ...createPractice(3), loop: { from: 0, to: 1 } };
  expect(press("loop-from", looping).events).toEqual([{ type: "choose-part", part: { from: 0.5, to: 1 } }]);
  expect(press("loop-to", looping).events).toEqual([{ type: "choose-part", part: { from: 0, to: 0.5 } }]);
  expect(press("loop-from").events, "without a loop there is nothing to move").toEqual([]);
});
