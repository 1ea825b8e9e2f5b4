import { describe, expect, test } from "vitest";
import {
  type Audio,
  autoPlayDelayMs,
  type Controls,
  controlsOf,
  finaliseDelayMs,
  openPractice,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
  phaseOf,
  transition,
} from "../../domain/practice.ts";

const play = (audio: Audio): PracticeEvent => ({ type: "play", audio });
const ended = (audio: Audio): PracticeEvent => ({ type: "playback-ended", audio });
const on = (type: Exclude<PracticeEvent["type"], "play" | "playback-ended" | "playback-failed" | "take-found">) =>
  ({ type }) satisfies PracticeEvent;
const attempt = [play("original"), ended("original"), on("finish-attempt"), on("take-saved")];
const restart = [on("ask-restart"), on("confirm-restart")];

/** Sends events one after the other; answers with the last practice and the effects of the last event. */
function send(practice: Practice, ...events: PracticeEvent[]) {
  let step = { practice, effects: [] as readonly PracticeEffect[] };
  for (const event of events) step = transition(step.practice, event);
  return step;
}

describe("a walk through a segment, as the specification tells it", () => {
  const walk: [PracticeEvent, ReturnType<typeof phaseOf>, readonly PracticeEffect[]][] = [
    [play("original"), "playing-original", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recording", [{ type: "start-recording", index: 0 }]],
    [on("finish-attempt"), "processing", [{ type: "finish-recording", index: 0, attempt: 1 }]],
    [on("take-saved"), "recorded", [{ type: "save-progress", index: 0, attempts: 1, completed: true }]],
    [play("own"), "recorded", [{ type: "stop-audio" }, { type: "play", audio: "own", index: 0 }]],
    [play("translation"), "recorded", [{ type: "stop-audio" }, { type: "play", audio: "translation", index: 0 }]],
    [ended("translation"), "recorded", []],
    [play("original"), "recorded", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recorded", []],
    [on("ask-restart"), "recorded", []],
    [
      on("confirm-restart"),
      "idle",
      [
        { type: "stop-audio" },
        { type: "delete-take", index: 0 },
        { type: "save-progress", index: 0, attempts: 2, completed: false },
        { type: "schedule-auto-play", afterMs: 500 },
      ],
    ],
    [on("auto-play-due"), "playing-original", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recording", [{ type: "start-recording", index: 0 }]],
    [on("finish-attempt"), "processing", [{ type: "finish-recording", index: 0, attempt: 2 }]],
    [on("take-saved"), "recorded", [{ type: "save-progress", index: 0, attempts: 2, completed: true }]],
    [on("next"), "idle", [{ type: "stop-audio" }, { type: "load-segment", index: 1 }]],
    [on("finish"), "idle", [{ type: "stop-audio" }]],
    [on("dismiss-dialog"), "idle", []],
    [on("previous"), "recorded", [{ type: "stop-audio" }, { type: "load-segment", index: 0 }]],
  ];

  test("passes through its phases, with what has to be done at each", () => {
    let practice = openPractice(2);
    expect(phaseOf(practice)).toBe("idle");
    for (const [event, phase, effects] of walk) {
      const step = transition(practice, event);
      expect([event, phaseOf(step.practice), step.effects]).toEqual([event, phase, effects]);
      practice = step.practice;
    }
    expect(practice.segments).toEqual([
      { attempts: 2, completed: true, hasTake: true },
      { attempts: 1, completed: false, hasTake: false },
    ]);
  });

  test("opens its dialogs for a restart and for the end of the scenario", () => {
    expect(send(openPractice(1), ...attempt, on("ask-restart")).practice.dialog).toBe("restart");
    expect(send(openPractice(1), on("finish")).practice.dialog).toBe("complete");
    expect(send(openPractice(1), on("finish"), on("dismiss-dialog")).practice.dialog).toBe("none");
  });

  test("waits 500 ms before it plays by itself and 100 ms while it finalises", () => {
    expect([autoPlayDelayMs, finaliseDelayMs]).toEqual([500, 100]);
  });
});

test("a scenario opens at its first segment, attempt 1 everywhere, and has at least one", () => {
  const fresh = { attempts: 1, completed: false, hasTake: false };
  expect(openPractice(3)).toEqual({
    segments: [fresh, fresh, fresh],
    index: 0,
    activity: { kind: "quiet" },
    dialog: "none",
  });
  expect(() => openPractice(0)).toThrow(RangeError);
});

describe("what can be done", () => {
  const nothing: Controls = {
    play: { original: false, translation: false, own: false },
    finishAttempt: false,
    restart: false,
    previous: false,
    next: false,
    finish: false,
  };
  const listen = { original: true, translation: true, own: false };
  const middle = { previous: true, next: true };

  test.each<[string, PracticeEvent[], Partial<Controls>]>([
    ["on the first segment", [], { play: listen, next: true }],
    ["on a middle segment", [on("next")], { play: listen, ...middle }],
    ["on the last segment", [on("next"), on("next")], { play: listen, previous: true, finish: true }],
    [
      "while the original plays",
      [play("original")],
      { play: { ...listen, original: false }, restart: true, next: true },
    ],
    ["while the translation plays", [play("translation")], { play: listen, next: true }],
    ["while recording", [on("next"), ...attempt.slice(0, 2)], { finishAttempt: true, restart: true }],
    ["while processing", [on("next"), ...attempt.slice(0, 3)], {}],
    ["with a take", attempt, { play: { ...listen, own: true }, restart: true, next: true }],
    ["between a restart and the original", [...attempt, ...restart], { play: listen, restart: true, next: true }],
  ])("%s", (_name, events, allowed) => {
    expect(controlsOf(send(openPractice(3), ...events).practice)).toEqual({ ...nothing, ...allowed });
  });
});

describe("turns that go wrong or astray", () => {
  const quietAgain = { kind: "quiet" };

  test("the translation and the own take stop when they are asked for again, the original plays on", () => {
    const taken = send(openPractice(1), ...attempt).practice;
    for (const audio of ["translation", "own"] as const) {
      const stopped = send(taken, play(audio), play(audio));
      expect(stopped).toMatchObject({ practice: { activity: quietAgain }, effects: [{ type: "stop-audio" }] });
    }
    const original = send(taken, play("original"));
    expect(send(original.practice, play("original"))).toEqual({ practice: original.practice, effects: [] });
  });

  test("listening to the translation before any attempt is no phase of its own", () => {
    expect(phaseOf(send(openPractice(1), play("translation")).practice)).toBe("idle");
  });

  test("a playback that fails leaves quiet, and nothing is recorded", () => {
    const failed = send(openPractice(1), play("original"), { type: "playback-failed", audio: "original" });
    expect(failed).toEqual({ practice: openPractice(1), effects: [] });
  });

  test("word of another audio's end or failure changes nothing", () => {
    const { practice } = send(openPractice(1), play("original"));
    for (const type of ["playback-ended", "playback-failed"] as const) {
      expect(transition(practice, { type, audio: "translation" })).toEqual({ practice, effects: [] });
    }
  });

  test("a recording that fails or a take that is lost saves nothing and can be tried again", () => {
    for (const lost of [[on("recording-failed")], [on("finish-attempt"), on("take-lost")]]) {
      const step = send(openPractice(1), ...attempt.slice(0, 2), ...lost);
      expect(step).toEqual({ practice: openPractice(1), effects: [] });
    }
  });

  test("a restart while recording throws the recording away first", () => {
    const { effects } = send(openPractice(1), ...attempt.slice(0, 2), ...restart);
    expect(effects.map(({ type }) => type)).toEqual([
      "stop-audio",
      "discard-recording",
      "delete-take",
      "save-progress",
      "schedule-auto-play",
    ]);
  });

  test("a take found in storage can be played, and keeps the original from recording over it", () => {
    const { practice } = send(openPractice(2), { type: "take-found", index: 0 });
    expect(practice.segments.map(({ hasTake, completed }) => [hasTake, completed])).toEqual([
      [true, false],
      [false, false],
    ]);
    expect(controlsOf(practice).play.own).toBe(true);
    expect(send(practice, ...attempt.slice(0, 2))).toMatchObject({ practice: { activity: quietAgain }, effects: [] });
  });

  test("a take that is found late does not undo a restart or a recording", () => {
    const late: PracticeEvent = { type: "take-found", index: 0 };
    const restarted = send(openPractice(2), ...attempt, ...restart).practice;
    expect(send(restarted, late).practice).toEqual(restarted);
    const recording = send(openPractice(2), play("original"), ended("original")).practice;
    expect(send(recording, late).practice).toEqual(recording);
  });

  test("a take found for a segment that does not exist is none", () => {
    for (const index of [-1, 2])
      expect(send(openPractice(2), { type: "take-found", index }).practice).toEqual(openPractice(2));
  });
});
