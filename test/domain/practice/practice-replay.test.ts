import { describe, expect, test } from "vitest";
import {
  createPractice,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

const original: PracticeEvent = { type: "play", audio: "original" };
const ended: PracticeEvent = { type: "playback-ended", audio: "original" };
const loop: PracticeEvent = { type: "toggle-loop" };
const part = (from: number, to: number): PracticeEvent => ({ type: "choose-part", part: { from, to } });
const removed: PracticeEvent = { type: "recording-removed", index: 0, number: 1 };
const recording = { number: 1, attempt: 1, recordedAt: 0, durationSeconds: 2, interrupted: false };
const attempt: PracticeEvent[] = [original, ended, { type: "finish-attempt" }, { type: "recording-saved", recording }];

const playing = { kind: "playing", audio: "original" };
const whole = { from: 0, to: 1 };

function send(practice: Practice, ...events: PracticeEvent[]) {
  const done: PracticeEffect[] = [];
  let present = practice;
  for (const event of events) {
    const { practice: next, effects } = practiceTransition(present, event);
    present = next;
    done.push(...effects);
  }
  return { practice: present, effects: done };
}

const fresh = createPractice(2);
const taken = send(fresh, ...attempt).practice;

describe("the first playback of the original", () => {
  test("ignores pause and loop, and starts a recording at its end", () => {
    const first = send(fresh, original).practice;
    expect(send(first, original, loop, part(0.2, 0.4))).toEqual({ practice: first, effects: [] });
    expect(send(first, original, loop, ended).effects).toEqual([{ type: "start-recording", index: 0, attempt: 1 }]);
  });

  test("ignores pause and loop again after a restart of the attempt", () => {
    const anew = send(taken, loop, { type: "ask-restart" }, { type: "confirm-restart" });
    expect(anew.practice.loop).toBeNull();
    expect(anew.effects).toContainEqual({ type: "set-loop", part: null });
    const first = send(anew.practice, { type: "auto-play-due" }).practice;
    expect(send(first, original, loop)).toEqual({ practice: first, effects: [] });
  });
});

test("a loop accepts parts within the original, and ignores invalid parts", () => {
  const looping = send(taken, loop).practice;
  for (const [from, to] of [
    [0, 0.5],
    [0.5, 1],
    [0, 1],
  ] as const) {
    expect(send(looping, part(from, to)).practice.loop).toEqual({ from, to });
  }
  for (const [from, to] of [
    [-0.1, 0.5],
    [0.5, 1.1],
    [0.5, 0.5],
    [0.6, 0.5],
  ] as const) {
    expect(send(looping, part(from, to))).toEqual({ practice: looping, effects: [] });
  }
});

describe("a repeated playback of the original", () => {
  test("pauses and resumes", () => {
    const afterPause = send(taken, original, original);
    expect(afterPause.practice.activity).toEqual({ kind: "paused" });
    expect(afterPause.effects.at(-1)).toEqual({ type: "pause-audio" });
    const on = send(afterPause.practice, original);
    expect(on).toMatchObject({ practice: { activity: playing }, effects: [{ type: "resume-audio", index: 0 }] });
    expect(send(on.practice, ended)).toMatchObject({ practice: { activity: { kind: "quiet" } }, effects: [] });
  });

  test("ends during a pause if the recording is played, the original fails or a dialog opens", () => {
    const afterPause = send(taken, original, original).practice;
    const own = send(afterPause, { type: "play", audio: "own" });
    expect(own.effects).toEqual([{ type: "stop-audio" }, { type: "play", audio: "own", recording: 1, index: 0 }]);
    const failed = send(afterPause, { type: "playback-failed", audio: "original" });
    expect(failed).toMatchObject({ practice: { activity: { kind: "quiet" } }, effects: [] });
    expect(send(afterPause, { type: "playback-failed", audio: "translation" }).practice).toEqual(afterPause);
    const asked = send(afterPause, { type: "ask-delete" });
    expect(asked).toMatchObject({ practice: { activity: { kind: "quiet" } }, effects: [{ type: "stop-audio" }] });
  });

  test("loops until the loop is switched off, and starts no recording", () => {
    const looped = send(taken, loop);
    expect(looped.practice).toMatchObject({ activity: playing, loop: whole });
    expect(looped.effects).toEqual([
      { type: "set-loop", part: whole },
      { type: "stop-audio" },
      { type: "play", audio: "original", index: 0 },
    ]);
    const narrowed = send(looped.practice, part(0.25, 0.5));
    expect(narrowed.effects).toEqual([{ type: "set-loop", part: { from: 0.25, to: 0.5 } }]);
    for (const wrong of [part(0.5, 0.5), part(0.6, 0.5), part(-0.1, 1), part(0, 1.1), part(Number.NaN, 1)]) {
      expect(send(narrowed.practice, wrong)).toEqual({ practice: narrowed.practice, effects: [] });
    }
    const over = send(narrowed.practice, loop);
    expect(over).toMatchObject({ practice: { activity: playing, loop: null } });
    expect(over.effects).toEqual([{ type: "set-loop", part: null }]);
    expect(send(over.practice, ended, part(0, 0.5))).toMatchObject({
      practice: { activity: { kind: "quiet" }, loop: null },
      effects: [],
    });
  });

  test("does not restart when a loop is set", () => {
    for (const [before, activity] of [
      [[original], playing],
      [[original, original], { kind: "paused" }],
    ] as const) {
      const looped = send(send(taken, ...before).practice, loop);
      expect(looped).toMatchObject({ practice: { activity }, effects: [{ type: "set-loop", part: whole }] });
    }
  });

  test("keeps the looped part while the reference plays, and clears the loop when the segment changes", () => {
    const between = send(taken, loop, part(0.1, 0.3), { type: "play", audio: "translation" });
    expect(between.practice.loop).toEqual({ from: 0.1, to: 0.3 });
    const next = send(between.practice, { type: "next" });
    expect(next.practice.loop).toBeNull();
    expect(next.effects).toEqual([
      { type: "stop-audio" },
      { type: "set-loop", part: null },
      { type: "load-segment", index: 1 },
    ]);
  });

  test("ends when the segment's current recording is removed, and starts no new recording", () => {
    for (const before of [[original], [original, original], [loop], [loop, original]]) {
      const gone = send(send(taken, ...before).practice, removed);
      expect(gone.practice).toMatchObject({ activity: { kind: "quiet" }, loop: null });
      expect(gone.effects[0]).toEqual({ type: "stop-audio" });
      expect(send(gone.practice, ended).effects).toEqual([]);
    }
    const elsewhere = send(taken, loop, { type: "recording-removed", index: 1, number: 1 });
    expect(elsewhere.practice).toMatchObject({ activity: playing, loop: whole });
    const translation = send(taken, loop, { type: "play", audio: "translation" }, removed).practice;
    expect(translation).toMatchObject({ activity: { kind: "playing", audio: "translation" }, loop: null });
  });
});
