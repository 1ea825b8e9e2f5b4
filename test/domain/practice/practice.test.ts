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
  progressOf,
  shownTake,
  type TakeRef,
  withOwnAttempts,
} from "../../../domain/practice/practice.ts";
import { transition } from "../../../domain/practice/practice-transition.ts";

const takeOf = (number: number, attempt = 1): TakeRef => ({
  number,
  attempt,
  recordedAt: number * 1_000,
  durationSeconds: 2,
  interrupted: false,
});
const play = (audio: Audio): PracticeEvent => ({ type: "play", audio });
const playTake = (take: number): PracticeEvent => ({ type: "play", audio: "own", take });
const saved = (number: number, attempt = 1): PracticeEvent => ({ type: "take-saved", take: takeOf(number, attempt) });
const found = (index: number, ...takes: TakeRef[]): PracticeEvent => ({ type: "takes-found", index, takes });
const removed = (number: number, index = 0): PracticeEvent => ({ type: "take-removed", index, number });
const ended = (audio: Audio): PracticeEvent => ({ type: "playback-ended", audio });
/** Types of the events that consist of nothing else. */
type PlainType = {
  [Event in PracticeEvent as Event["type"]]: keyof Event extends "type" ? Event["type"] : never;
}[PracticeEvent["type"]];
const on = (type: PlainType): PracticeEvent => ({ type });
const attempt = [play("original"), ended("original"), on("finish-attempt"), saved(1)];
const restart = [on("ask-restart"), on("confirm-restart")];

/** Sends events one after the other; answers with the last practice and the effects of the last event. */
function send(practice: Practice, ...events: PracticeEvent[]) {
  let step = { practice, effects: [] as readonly PracticeEffect[] };
  for (const event of events) step = transition(step.practice, event);
  return step;
}

test.each([
  [2, 2],
  [0, 0],
  [3, 0],
  [-1, 0],
  [1.5, 0],
  [Number.NaN, 0],
])("a dialogue of three segments asked for at %d opens at %d", (asked, index) => {
  expect(openPractice(3, [], asked).index).toBe(index);
});

describe("a walk through a segment, as the specification tells it", () => {
  const walk: [PracticeEvent, ReturnType<typeof phaseOf>, readonly PracticeEffect[]][] = [
    [play("original"), "playing-original", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recording", [{ type: "start-recording", index: 0, attempt: 1 }]],
    [on("finish-attempt"), "processing", [{ type: "finish-recording", index: 0 }]],
    [saved(1), "recorded", [{ type: "save-progress", index: 0, attempts: 1, completed: true }]],
    [play("own"), "recorded", [{ type: "stop-audio" }, { type: "play", audio: "own", take: 1, index: 0 }]],
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
        { type: "save-progress", index: 0, attempts: 2, completed: false },
        { type: "schedule-auto-play", afterMs: 500 },
      ],
    ],
    [on("auto-play-due"), "playing-original", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recording", [{ type: "start-recording", index: 0, attempt: 2 }]],
    [on("finish-attempt"), "processing", [{ type: "finish-recording", index: 0 }]],
    [saved(2, 2), "recorded", [{ type: "save-progress", index: 0, attempts: 2, completed: true }]],
    [on("next"), "idle", [{ type: "stop-audio" }, { type: "load-segment", index: 1 }]],
    [on("finish"), "idle", []],
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
      { attempts: 2, completed: true, known: false, takes: [takeOf(1), takeOf(2, 2)], take: 2 },
      { attempts: 1, completed: false, known: false, takes: [], take: null },
    ]);
  });

  test("opens its dialogs for a restart and for the end of the scenario", () => {
    expect(send(openPractice(1), ...attempt, on("ask-restart")).practice.dialog).toBe("restart");
    expect(send(openPractice(1), on("finish")).practice.dialog).toBe("complete");
    expect(send(openPractice(1), on("finish"), on("dismiss-dialog")).practice.dialog).toBe("none");
    expect(send(openPractice(1), ...attempt.slice(0, 2), on("ask-leave")).practice.dialog).toBe("leave");
    expect(send(openPractice(1), ...attempt, on("ask-leave")).practice.dialog).toBe("none");
    expect(send(openPractice(1), on("ask-clear")).practice.dialog).toBe("clear");
    expect(send(openPractice(1), on("finish"), on("ask-clear")).practice.dialog).toBe("complete");
    expect(send(openPractice(1), ...attempt, on("ask-restart"), on("ask-clear")).practice.dialog).toBe("restart");
    expect(send(openPractice(1), ...attempt, on("ask-delete")).practice.dialog).toBe("delete");
    expect(send(openPractice(1), on("ask-delete")).practice.dialog).toBe("none");
  });

  test("waits 500 ms before it plays by itself and 100 ms while it finalises", () => {
    expect([autoPlayDelayMs, finaliseDelayMs]).toEqual([500, 100]);
  });
});

test("a scenario opens at its first segment, attempt 1 everywhere, and has at least one", () => {
  const fresh = { attempts: 1, completed: false, known: false, takes: [], take: null };
  expect(openPractice(3)).toEqual({
    segments: [fresh, fresh, fresh],
    index: 0,
    activity: { kind: "quiet" },
    loop: null,
    dialog: "none",
  });
  expect(() => openPractice(0)).toThrow(new RangeError("A scenario has at least one segment"));
  expect(openPractice(3, [2, 7]).segments).toEqual([fresh, fresh, { ...fresh, completed: true, known: true }]);
});

test("a translation that ends before anything was recorded begins no recording", () => {
  const { practice, effects } = send(openPractice(1), play("translation"), ended("translation"));
  expect([practice, effects]).toEqual([openPractice(1), []]);
});

test("a scenario of one segment has none to go to", () => {
  expect(controlsOf(openPractice(1))).toMatchObject({ goTo: false, previous: false, next: false, finish: true });
});

describe("what can be done", () => {
  const nothing: Controls = {
    play: { original: false, translation: false, own: false },
    loop: false,
    takes: false,
    finishAttempt: false,
    restart: false,
    previous: false,
    next: false,
    goTo: false,
    finish: false,
  };
  const listen = { original: true, translation: true, own: false };
  const forth = { next: true, goTo: true };
  const withTake = { play: { ...listen, own: true }, loop: true, takes: true };
  const middle = { ...forth, previous: true };

  test.each<[string, PracticeEvent[], Partial<Controls>]>([
    ["on the first segment", [], { play: listen, ...forth }],
    ["on a middle segment", [on("next")], { play: listen, ...middle }],
    ["on the last segment", [on("next"), on("next")], { play: listen, previous: true, goTo: true, finish: true }],
    ["while the original plays", [play("original")], { play: { ...listen, original: false }, restart: true, ...forth }],
    ["while the translation plays", [play("translation")], { play: listen, ...forth }],
    ["while recording", [on("next"), ...attempt.slice(0, 2)], { finishAttempt: true, restart: true }],
    ["while processing", [on("next"), ...attempt.slice(0, 3)], {}],
    ["with a take", attempt, { ...withTake, restart: true, ...forth }],
    ["with a take, while the original plays", [...attempt, play("original")], { ...withTake, restart: true, ...forth }],
    ["with an earlier take only", [...attempt, ...restart], { play: listen, takes: true, restart: true, ...forth }],
    ["with a take that was deleted", [...attempt, removed(1)], { play: listen, ...forth }],
    ["behind the restart dialog", [...attempt, on("ask-restart")], {}],
    ["behind the restart dialog, recording", [...attempt.slice(0, 2), on("ask-restart")], {}],
    ["behind the leave dialog", [...attempt.slice(0, 2), on("ask-leave")], {}],
    ["behind the question what becomes of recordings", [on("ask-clear")], {}],
    ["behind the completion dialog", [on("next"), on("next"), on("finish")], {}],
  ])("%s", (_name, events, allowed) => {
    expect(controlsOf(send(openPractice(3), ...events).practice)).toEqual({ ...nothing, ...allowed });
  });
});

test("a jump is to another segment there is, and stops what plays", () => {
  const jump = (index: number): PracticeEvent => ({ type: "go-to", index });
  const playing = send(openPractice(24), play("original")).practice;
  const last = send(playing, jump(23));
  expect(last.effects).toEqual([{ type: "stop-audio" }, { type: "load-segment", index: 23 }]);
  expect(last.practice).toMatchObject({ index: 23, activity: { kind: "quiet" } });
  for (const index of [0, 24, -1, 1.5]) expect(send(playing, jump(index))).toEqual({ practice: playing, effects: [] });
  for (const busy of [attempt.slice(0, 2), attempt.slice(0, 3)]) {
    const { practice } = send(openPractice(3), ...busy);
    expect(send(practice, jump(2))).toEqual({ practice, effects: [] });
  }
});

test("a segment is new, practised or completed", () => {
  const progress = (...events: PracticeEvent[]) =>
    send(openPractice(2, [1]), ...events).practice.segments.map(progressOf);
  expect(progress()).toEqual(["new", "completed"]);
  expect(progress(...attempt)).toEqual(["completed", "completed"]);
  expect(progress(...attempt, ...restart)).toEqual(["practised", "completed"]);
  expect(progress(...attempt, ...restart, removed(1))).toEqual(["practised", "completed"]);
  expect(progress(found(0, takeOf(5)))).toEqual(["practised", "completed"]);
  expect(progress(play("original"), ended("original"))).toEqual(["new", "completed"]);
});

const quietAgain = { kind: "quiet" };

describe("turns that go wrong or astray", () => {
  test("the translation and the own take stop when they are asked for again, the original plays on before a take", () => {
    const taken = send(openPractice(1), ...attempt).practice;
    for (const audio of ["translation", "own"] as const) {
      const stopped = send(taken, play(audio), play(audio));
      expect(stopped).toMatchObject({ practice: { activity: quietAgain }, effects: [{ type: "stop-audio" }] });
    }
    const original = send(openPractice(1), play("original"));
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
      "save-progress",
      "schedule-auto-play",
    ]);
  });

  test("a question stops what plays or is about to, so that no recording begins behind it", () => {
    for (const before of [[play("original")], [...attempt, ...restart]]) {
      const asked = send(openPractice(1), ...before, on("ask-restart"));
      expect(asked).toMatchObject({
        practice: { activity: quietAgain, dialog: "restart" },
        effects: [{ type: "stop-audio" }],
      });
      for (const late of [ended("original"), on("auto-play-due")]) {
        expect(transition(asked.practice, late)).toEqual({ practice: asked.practice, effects: [] });
      }
    }
  });

  test("a restart that was asked for while the original played can be confirmed although nothing plays any more", () => {
    const { practice } = send(openPractice(1), play("original"), ...restart);
    expect(practice).toMatchObject({ activity: { kind: "restarting" }, dialog: "none", segments: [{ attempts: 2 }] });
  });

  test.each(["restart", "leave", "clear"] as const)(
    "an interruption ends the take behind the %s dialog, and closes it",
    (dialog) => {
      const asked = send(openPractice(1), ...attempt.slice(0, 2), on(`ask-${dialog}`)).practice;
      expect(asked).toMatchObject({ activity: { kind: "recording" }, dialog });
      expect(send(asked, on("finish-attempt"))).toEqual({ practice: asked, effects: [] });
      expect(send(asked, on("recording-interrupted"))).toMatchObject({
        practice: { activity: { kind: "processing" }, dialog: "none" },
        effects: [{ type: "finish-recording", index: 0 }],
      });
    },
  );
});

describe("what was done before and elsewhere", () => {
  const known = (...segments: { index: number; completed: boolean }[]): PracticeEvent => ({
    type: "progress-found",
    segments,
  });
  const standing = (practice: Practice) =>
    practice.segments.map((each) => [progressOf(each) !== "new", each.completed]);

  test("shows on its segments, which count as practised, whole or not", () => {
    const { practice, effects } = send(
      openPractice(3),
      known({ index: 0, completed: true }, { index: 2, completed: false }),
    );
    expect(effects).toEqual([]);
    expect(standing(practice)).toEqual([
      [true, true],
      [false, false],
      [true, false],
    ]);
    expect(practice.segments.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  test("takes nothing back that was done here, and leaves alone what was begun anew", () => {
    const done = send(openPractice(1), ...attempt).practice;
    expect(send(done, known({ index: 0, completed: false })).practice.segments[0]).toMatchObject({ completed: true });
    const restarted = send(done, ...restart).practice;
    expect(send(restarted, known({ index: 0, completed: true })).practice).toEqual(restarted);
  });

  test("is nothing for segments that do not exist", () => {
    const practice = openPractice(2);
    expect(send(practice, known({ index: 2, completed: true }, { index: -1, completed: true })).practice).toEqual(
      practice,
    );
  });

  test("an attempt was made once there is a take, or one was begun anew", () => {
    expect(standing(openPractice(1))).toEqual([[false, false]]);
    expect(standing(send(openPractice(1), play("original")).practice)).toEqual([[false, false]]);
    expect(standing(send(openPractice(1), ...attempt, removed(1)).practice)).toEqual([[true, true]]);
    expect(standing(send(openPractice(1), play("original"), ...restart).practice)).toEqual([[true, false]]);
    expect(standing(send(openPractice(1), found(0, takeOf(1))).practice)).toEqual([[true, false]]);
  });
});

describe("takes", () => {
  const twice = send(openPractice(2), ...attempt, ...restart, on("auto-play-due"), ...attempt.slice(1, 3), saved(4, 2));

  test("any take of the segment can be played, and another one takes its turn", () => {
    const first = send(twice.practice, playTake(1));
    expect(first.effects).toEqual([{ type: "stop-audio" }, { type: "play", audio: "own", take: 1, index: 0 }]);
    expect(shownTake(first.practice)).toBe(1);
    const present = send(first.practice, play("own"));
    expect(present.practice.activity).toEqual({ kind: "playing", audio: "own", take: 4 });
    expect(send(present.practice, playTake(4))).toMatchObject({ effects: [{ type: "stop-audio" }] });
    expect(send(twice.practice, playTake(2))).toEqual({ practice: twice.practice, effects: [] });
    expect(shownTake(twice.practice)).toBe(4);
  });

  test("an earlier take can be heard before the present attempt is recorded, which stays to be done", () => {
    const restarted = send(openPractice(1), ...attempt, ...restart, playTake(1));
    expect(restarted.practice.activity).toEqual({ kind: "playing", audio: "own", take: 1 });
    expect(send(restarted.practice, ended("own"), play("own")).effects).toEqual([]);
    expect(phaseOf(send(restarted.practice, ended("own"), play("original"), ended("original")).practice)).toBe(
      "recording",
    );
  });

  test("found in storage can be played, the newest as the present one, which is not recorded over", () => {
    const { practice } = send(openPractice(2), found(0, takeOf(3, 2), takeOf(2)));
    expect(practice.segments.map(({ takes, take, completed }) => [takes.length, take, completed])).toEqual([
      [2, 3, false],
      [0, null, false],
    ]);
    expect(controlsOf(practice).play.own).toBe(true);
    expect(send(practice, ...attempt.slice(0, 2))).toMatchObject({ practice: { activity: quietAgain }, effects: [] });
  });

  test("found late do not undo a restart or a recording, but are there to be played", () => {
    const restarted = send(openPractice(2), ...attempt, ...restart).practice;
    const recording = send(openPractice(2), play("original"), ended("original")).practice;
    for (const practice of [restarted, recording]) {
      const after = send(practice, found(0, takeOf(7))).practice;
      expect(after).toMatchObject({ activity: practice.activity, segments: [{ take: null }, {}] });
      const others = practice.segments[0]?.takes.length ?? 0;
      expect(after.segments[0]?.takes.at(-1)).toEqual(takeOf(7, 1 + others));
    }
    expect(send(recording, found(0, takeOf(1)), on("finish-attempt"), saved(2)).practice.segments[0]?.take).toBe(2);
  });

  test("are named after attempts of their own, in later visits too", () => {
    const restored = send(openPractice(1), found(0, takeOf(3, 1), takeOf(5, 2))).practice;
    expect(restored.segments[0]).toMatchObject({ attempts: 1, take: 5 });
    const again = send(restored, ...restart, on("auto-play-due"), ended("original"));
    expect(again.effects).toEqual([{ type: "start-recording", index: 0, attempt: 3 }]);
    const third = send(again.practice, on("finish-attempt"), saved(6, 3), ...restart, on("auto-play-due"));
    expect(send(third.practice, ended("original")).effects).toEqual([
      { type: "start-recording", index: 0, attempt: 4 },
    ]);
  });

  test("that an earlier version gave one name to are told apart, and keep the names that they then have", () => {
    const alike = [takeOf(1, 1), takeOf(2, 2), takeOf(5, 1), takeOf(9, 2)];
    const { practice } = send(openPractice(1), found(0, ...alike));
    const named = (at: Practice) => at.segments[0]?.takes.map(({ number, attempt }) => [number, attempt]);
    expect(named(practice)).toEqual([
      [1, 1],
      [2, 2],
      [5, 3],
      [9, 4],
    ]);
    expect(named(send(practice, removed(2), found(0, takeOf(1, 1), takeOf(5, 1), takeOf(9, 2))).practice)).toEqual([
      [1, 1],
      [5, 3],
      [9, 4],
    ]);
    expect(withOwnAttempts(alike).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test("that were held until there was room keep their place, their name and what is done with them", () => {
    const held = send(openPractice(2), ...attempt.slice(0, 3), saved(99)).practice;
    const stored: PracticeEvent = { type: "take-stored", index: 0, former: 99, take: takeOf(4) };
    expect(send(held, stored).practice.segments[0]).toEqual({
      attempts: 1,
      completed: true,
      known: false,
      takes: [takeOf(4, 1)],
      take: 4,
    });
    expect(send(held, playTake(99), stored).practice.activity).toEqual({ kind: "playing", audio: "own", take: 4 });
    expect(send(held, on("next"), stored).practice.segments[0]).toMatchObject({ take: 4 });
    // The list that was read meanwhile has it already.
    expect(send(held, found(0, takeOf(4)), stored).practice.segments[0]?.takes).toEqual([takeOf(4, 1)]);
    expect(send(twice.practice, stored)).toEqual({ practice: twice.practice, effects: [] });
    expect(send(held, { ...stored, index: 5 })).toEqual({ practice: held, effects: [] });
  });

  test("found twice or for a segment that does not exist change nothing", () => {
    expect(send(twice.practice, found(0, takeOf(1))).practice).toEqual(twice.practice);
    for (const index of [-1, 2])
      expect(send(openPractice(2), found(index, takeOf(1))).practice).toEqual(openPractice(2));
  });

  test("removed go from the list, and stop if they play; the attempt can be recorded again", () => {
    expect(send(twice.practice, removed(1)).practice.segments[0]).toMatchObject({ takes: [takeOf(4, 2)], take: 4 });
    const playing = send(twice.practice, playTake(4), removed(4));
    expect(playing).toMatchObject({
      practice: { activity: quietAgain, segments: [{ takes: [takeOf(1)], take: null, completed: true }, {}] },
      effects: [{ type: "stop-audio" }],
    });
    const other = send(twice.practice, playTake(1), removed(4));
    expect(other).toMatchObject({ practice: { activity: { kind: "playing", take: 1 } }, effects: [] });
    expect(send(twice.practice, removed(9)).practice).toEqual(twice.practice);
  });
});
