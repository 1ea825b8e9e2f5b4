import { describe, expect, test } from "vitest";
import {
  autoPlayDelayMs,
  type Controls,
  controlsOf,
  countAttempts,
  createPractice,
  finaliseDelayMs,
  type Practice,
  type PracticeAudio,
  type PracticeEffect,
  type PracticeEvent,
  phaseOf,
  type RecordingRef,
  segmentProgressOf,
  shownRecording,
  withUniqueAttempts,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

const recordingOf = (number: number, attempt = 1): RecordingRef => ({
  number,
  attempt,
  recordedAt: number * 1_000,
  durationSeconds: 2,
  interrupted: false,
});
const play = (audio: PracticeAudio): PracticeEvent => ({ type: "play", audio });
const playRecording = (recording: number): PracticeEvent => ({ type: "play", audio: "own", recording });
const saved = (number: number, attempt = 1): PracticeEvent => ({
  type: "recording-saved",
  recording: recordingOf(number, attempt),
});
const found = (index: number, ...recordings: RecordingRef[]): PracticeEvent => ({
  type: "recordings-found",
  index,
  recordings,
});
const removed = (number: number, index = 0): PracticeEvent => ({ type: "recording-removed", index, number });
const ended = (audio: PracticeAudio): PracticeEvent => ({ type: "playback-ended", audio });
/** The types of events that have no further fields. */
type PlainType = {
  [Event in PracticeEvent as Event["type"]]: keyof Event extends "type" ? Event["type"] : never;
}[PracticeEvent["type"]];
const on = (type: PlainType): PracticeEvent => ({ type });
const attempt = [play("original"), ended("original"), on("finish-attempt"), saved(1)];
const restart = [on("ask-restart"), on("confirm-restart")];

function send(practice: Practice, ...events: PracticeEvent[]) {
  let step = { practice, effects: [] as readonly PracticeEffect[] };
  for (const event of events) step = practiceTransition(step.practice, event);
  return step;
}

test.each([
  [2, 2],
  [0, 0],
  [3, 0],
  [-1, 0],
  [1.5, 0],
  [Number.NaN, 0],
])("a practice of three segments, requested at index %d, opens at index %d", (asked, index) => {
  expect(createPractice(3, [], asked).index).toBe(index);
});

describe("a practice", () => {
  const walk: [PracticeEvent, ReturnType<typeof phaseOf>, readonly PracticeEffect[]][] = [
    [play("original"), "playing-original", [{ type: "stop-audio" }, { type: "play", audio: "original", index: 0 }]],
    [ended("original"), "recording", [{ type: "start-recording", index: 0, attempt: 1 }]],
    [on("finish-attempt"), "processing", [{ type: "finish-recording", index: 0 }]],
    [saved(1), "recorded", [{ type: "save-progress", index: 0, attempts: 1, completed: true }]],
    [play("own"), "recorded", [{ type: "stop-audio" }, { type: "play", audio: "own", recording: 1, index: 0 }]],
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

  test("passes through the specified phases of a segment", () => {
    let practice = createPractice(2);
    expect(phaseOf(practice)).toBe("idle");
    for (const [event, phase, effects] of walk) {
      const step = practiceTransition(practice, event);
      expect([event, phaseOf(step.practice), step.effects]).toEqual([event, phase, effects]);
      practice = step.practice;
    }
    expect(practice.segments).toEqual([
      {
        attempts: 2,
        completed: true,
        known: false,
        recordings: [recordingOf(1), recordingOf(2, 2)],
        currentRecording: 2,
      },
      { attempts: 1, completed: false, known: false, recordings: [], currentRecording: null },
    ]);
  });

  test("opens a requested dialog in a suitable state, but not in an unsuitable state", () => {
    expect(send(createPractice(1), ...attempt, on("ask-restart")).practice.dialog).toBe("restart");
    expect(send(createPractice(1), on("finish")).practice.dialog).toBe("complete");
    expect(send(createPractice(1), on("finish"), on("dismiss-dialog")).practice.dialog).toBe("none");
    expect(send(createPractice(1), ...attempt.slice(0, 2), on("ask-leave")).practice.dialog).toBe("leave");
    expect(send(createPractice(1), ...attempt, on("ask-leave")).practice.dialog).toBe("none");
    expect(send(createPractice(1), on("ask-clear")).practice.dialog).toBe("clear");
    expect(send(createPractice(1), on("finish"), on("ask-clear")).practice.dialog).toBe("complete");
    expect(send(createPractice(1), ...attempt, on("ask-restart"), on("ask-clear")).practice.dialog).toBe("restart");
    expect(send(createPractice(1), ...attempt, on("ask-delete")).practice.dialog).toBe("delete");
    expect(send(createPractice(1), on("ask-delete")).practice.dialog).toBe("none");
  });

  test("has delays of 500 ms before auto-play and 100 ms to finalise a recording", () => {
    expect([autoPlayDelayMs, finaliseDelayMs]).toEqual([500, 100]);
  });
});

test("a practice opens at its first segment with attempt 1, and refuses an empty dialogue", () => {
  const fresh = { attempts: 1, completed: false, known: false, recordings: [], currentRecording: null };
  expect(createPractice(3)).toEqual({
    segments: [fresh, fresh, fresh],
    index: 0,
    activity: { kind: "quiet" },
    loop: null,
    dialog: "none",
  });
  expect(() => createPractice(0)).toThrow(new RangeError("A scenario has at least one segment"));
  expect(createPractice(3, [2, 7]).segments).toEqual([fresh, fresh, { ...fresh, completed: true, known: true }]);
});

test("the reference starts no recording when it ends before the first recording", () => {
  const { practice, effects } = send(createPractice(1), play("translation"), ended("translation"));
  expect([practice, effects]).toEqual([createPractice(1), []]);
});

test("a practice of one segment allows no change of segment", () => {
  expect(controlsOf(createPractice(1))).toMatchObject({ goTo: false, previous: false, next: false, finish: true });
});

describe("the controls", () => {
  const nothing: Controls = {
    play: { original: false, translation: false, own: false },
    loop: false,
    recordings: false,
    finishAttempt: false,
    restart: false,
    previous: false,
    next: false,
    goTo: false,
    finish: false,
  };
  const listen = { original: true, translation: true, own: false };
  const forth = { next: true, goTo: true };
  const withRecording = { play: { ...listen, own: true }, loop: true, recordings: true };
  const middle = { ...forth, previous: true };

  test.each<[string, PracticeEvent[], Partial<Controls>]>([
    ["on the first segment", [], { play: listen, ...forth }],
    ["on a middle segment", [on("next")], { play: listen, ...middle }],
    ["on the last segment", [on("next"), on("next")], { play: listen, previous: true, goTo: true, finish: true }],
    ["while the original plays", [play("original")], { play: { ...listen, original: false }, restart: true, ...forth }],
    ["while the reference plays", [play("translation")], { play: listen, ...forth }],
    ["while recording", [on("next"), ...attempt.slice(0, 2)], { finishAttempt: true, restart: true }],
    ["while processing", [on("next"), ...attempt.slice(0, 3)], {}],
    ["with a recording", attempt, { ...withRecording, restart: true, ...forth }],
    [
      "with a recording, while the original plays",
      [...attempt, play("original")],
      { ...withRecording, restart: true, ...forth },
    ],
    [
      "with only an earlier recording",
      [...attempt, ...restart],
      { play: listen, recordings: true, restart: true, ...forth },
    ],
    ["after the recording is deleted", [...attempt, removed(1)], { play: listen, ...forth }],
    ["behind the restart dialog", [...attempt, on("ask-restart")], {}],
    ["behind the restart dialog, while recording", [...attempt.slice(0, 2), on("ask-restart")], {}],
    ["behind the leave dialog", [...attempt.slice(0, 2), on("ask-leave")], {}],
    ["behind the dialog to clear recordings", [on("ask-clear")], {}],
    ["behind the completion dialog", [on("next"), on("next"), on("finish")], {}],
  ])("allow only the possible actions %s", (_name, events, allowed) => {
    expect(controlsOf(send(createPractice(3), ...events).practice)).toEqual({ ...nothing, ...allowed });
  });
});

test("a jump opens another existing segment and stops the playback", () => {
  const jump = (index: number): PracticeEvent => ({ type: "go-to", index });
  const playing = send(createPractice(24), play("original")).practice;
  const last = send(playing, jump(23));
  expect(last.effects).toEqual([{ type: "stop-audio" }, { type: "load-segment", index: 23 }]);
  expect(last.practice).toMatchObject({ index: 23, activity: { kind: "quiet" } });
  for (const index of [0, 24, -1, 1.5]) expect(send(playing, jump(index))).toEqual({ practice: playing, effects: [] });
  for (const busy of [attempt.slice(0, 2), attempt.slice(0, 3)]) {
    const { practice } = send(createPractice(3), ...busy);
    expect(send(practice, jump(2))).toEqual({ practice, effects: [] });
  }
});

test("segmentProgressOf returns new, practised or completed", () => {
  const progress = (...events: PracticeEvent[]) =>
    send(createPractice(2, [1]), ...events).practice.segments.map(segmentProgressOf);
  expect(progress()).toEqual(["new", "completed"]);
  expect(progress(...attempt)).toEqual(["completed", "completed"]);
  expect(progress(...attempt, ...restart)).toEqual(["practised", "completed"]);
  expect(progress(...attempt, ...restart, removed(1))).toEqual(["practised", "completed"]);
  expect(progress(found(0, recordingOf(5)))).toEqual(["practised", "completed"]);
  expect(progress(play("original"), ended("original"))).toEqual(["new", "completed"]);
});

const quietAgain = { kind: "quiet" };

describe("a practice in special cases", () => {
  test("stops the reference or a recording on a second press of play", () => {
    const taken = send(createPractice(1), ...attempt).practice;
    for (const audio of ["translation", "own"] as const) {
      const stopped = send(taken, play(audio), play(audio));
      expect(stopped).toMatchObject({ practice: { activity: quietAgain }, effects: [{ type: "stop-audio" }] });
    }
    const original = send(createPractice(1), play("original"));
    expect(send(original.practice, play("original"))).toEqual({ practice: original.practice, effects: [] });
  });

  test("is idle while the reference plays before any attempt", () => {
    expect(phaseOf(send(createPractice(1), play("translation")).practice)).toBe("idle");
  });

  test("becomes idle and records nothing if the first playback of the original fails", () => {
    const failed = send(createPractice(1), play("original"), { type: "playback-failed", audio: "original" });
    expect(failed).toEqual({ practice: createPractice(1), effects: [] });
  });

  test("ignores the end or failure of the reference while the original plays", () => {
    const { practice } = send(createPractice(1), play("original"));
    for (const type of ["playback-ended", "playback-failed"] as const) {
      expect(practiceTransition(practice, { type, audio: "translation" })).toEqual({ practice, effects: [] });
    }
  });

  test("saves nothing and returns to its initial state if the first recording fails or is lost", () => {
    for (const lost of [[on("recording-failed")], [on("finish-attempt"), on("recording-lost")]]) {
      const step = send(createPractice(1), ...attempt.slice(0, 2), ...lost);
      expect(step).toEqual({ practice: createPractice(1), effects: [] });
    }
  });

  test("discards the recording if the segment is restarted while recording", () => {
    const { effects } = send(createPractice(1), ...attempt.slice(0, 2), ...restart);
    expect(effects.map(({ type }) => type)).toEqual([
      "stop-audio",
      "discard-recording",
      "save-progress",
      "schedule-auto-play",
    ]);
  });

  test("stops the playback or auto-play when the restart dialog opens", () => {
    for (const before of [[play("original")], [...attempt, ...restart]]) {
      const asked = send(createPractice(1), ...before, on("ask-restart"));
      expect(asked).toMatchObject({
        practice: { activity: quietAgain, dialog: "restart" },
        effects: [{ type: "stop-audio" }],
      });
      for (const late of [ended("original"), on("auto-play-due")]) {
        expect(practiceTransition(asked.practice, late)).toEqual({ practice: asked.practice, effects: [] });
      }
    }
  });

  test("can be restarted after the restart dialog stopped the original", () => {
    const { practice } = send(createPractice(1), play("original"), ...restart);
    expect(practice).toMatchObject({ activity: { kind: "restarting" }, dialog: "none", segments: [{ attempts: 2 }] });
  });

  test.each(["restart", "leave", "clear"] as const)(
    "closes the %s dialog if the recording behind the dialog fails",
    (dialog) => {
      const asked = send(createPractice(1), ...attempt.slice(0, 2), on(`ask-${dialog}`)).practice;
      expect(send(asked, on("recording-failed"))).toEqual({ practice: createPractice(1), effects: [] });
    },
  );

  test.each(["restart", "leave", "clear"] as const)(
    "closes the %s dialog and finishes the recording if the recording is interrupted",
    (dialog) => {
      const asked = send(createPractice(1), ...attempt.slice(0, 2), on(`ask-${dialog}`)).practice;
      expect(asked).toMatchObject({ activity: { kind: "recording" }, dialog });
      expect(send(asked, on("finish-attempt"))).toEqual({ practice: asked, effects: [] });
      expect(send(asked, on("recording-interrupted"))).toMatchObject({
        practice: { activity: { kind: "processing" }, dialog: "none" },
        effects: [{ type: "finish-recording", index: 0 }],
      });
    },
  );
});

describe("stored progress", () => {
  const known = (...segments: { index: number; completed: boolean }[]): PracticeEvent => ({
    type: "progress-found",
    segments,
  });
  const available = (practice: Practice) =>
    practice.segments.map((each) => [segmentProgressOf(each) !== "new", each.completed]);

  test("marks its segments as practised or completed", () => {
    const { practice, effects } = send(
      createPractice(3),
      known({ index: 0, completed: true }, { index: 2, completed: false }),
    );
    expect(effects).toEqual([]);
    expect(available(practice)).toEqual([
      [true, true],
      [false, false],
      [true, false],
    ]);
    expect(practice.segments.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  test("does not undo a completion or a restart on this device", () => {
    const done = send(createPractice(1), ...attempt).practice;
    expect(send(done, known({ index: 0, completed: false })).practice.segments[0]).toMatchObject({ completed: true });
    const restarted = send(done, ...restart).practice;
    expect(send(restarted, known({ index: 0, completed: true })).practice).toEqual(restarted);
  });

  test("is ignored for segments that do not exist", () => {
    const practice = createPractice(2);
    expect(send(practice, known({ index: 2, completed: true }, { index: -1, completed: true })).practice).toEqual(
      practice,
    );
  });

  test("is not needed to mark a segment as practised or completed after a recording or restart", () => {
    expect(available(createPractice(1))).toEqual([[false, false]]);
    expect(available(send(createPractice(1), play("original")).practice)).toEqual([[false, false]]);
    expect(available(send(createPractice(1), ...attempt, removed(1)).practice)).toEqual([[true, true]]);
    expect(available(send(createPractice(1), play("original"), ...restart).practice)).toEqual([[true, false]]);
    expect(available(send(createPractice(1), found(0, recordingOf(1))).practice)).toEqual([[true, false]]);
  });
});

describe("recordings", () => {
  const twice = send(
    createPractice(2),
    ...attempt,
    ...restart,
    on("auto-play-due"),
    ...attempt.slice(1, 3),
    saved(4, 2),
  );

  test("can each be played, even while another recording is playing", () => {
    const first = send(twice.practice, playRecording(1));
    expect(first.effects).toEqual([{ type: "stop-audio" }, { type: "play", audio: "own", recording: 1, index: 0 }]);
    expect(shownRecording(first.practice)).toBe(1);
    const present = send(first.practice, play("own"));
    expect(present.practice.activity).toEqual({ kind: "playing", audio: "own", recording: 4 });
    expect(present.effects).toEqual([{ type: "stop-audio" }, { type: "play", audio: "own", recording: 4, index: 0 }]);
    expect(send(present.practice, playRecording(4))).toMatchObject({ effects: [{ type: "stop-audio" }] });
    expect(send(twice.practice, playRecording(2))).toEqual({ practice: twice.practice, effects: [] });
    expect(shownRecording(twice.practice)).toBe(4);
  });

  test("of earlier attempts can be played before the current attempt is recorded", () => {
    const restarted = send(createPractice(1), ...attempt, ...restart, playRecording(1));
    expect(restarted.practice.activity).toEqual({ kind: "playing", audio: "own", recording: 1 });
    expect(send(restarted.practice, ended("own"), play("own")).effects).toEqual([]);
    expect(phaseOf(send(restarted.practice, ended("own"), play("original"), ended("original")).practice)).toBe(
      "recording",
    );
  });

  test("from storage can be played, and the newest becomes the current recording", () => {
    const { practice } = send(createPractice(2), found(0, recordingOf(3, 2), recordingOf(2)));
    expect(
      practice.segments.map(({ recordings, currentRecording, completed }) => [
        recordings.length,
        currentRecording,
        completed,
      ]),
    ).toEqual([
      [2, 3, false],
      [0, null, false],
    ]);
    expect(controlsOf(practice).play.own).toBe(true);
    expect(send(practice, ...attempt.slice(0, 2))).toMatchObject({ practice: { activity: quietAgain }, effects: [] });
  });

  test("that are loaded late do not affect a restart or a recording in progress", () => {
    const restarted = send(createPractice(2), ...attempt, ...restart).practice;
    const recording = send(createPractice(2), play("original"), ended("original")).practice;
    for (const practice of [restarted, recording]) {
      const after = send(practice, found(0, recordingOf(7))).practice;
      expect(after).toMatchObject({ activity: practice.activity, segments: [{ currentRecording: null }, {}] });
      const others = practice.segments[0]?.recordings.length ?? 0;
      expect(after.segments[0]?.recordings.at(-1)).toEqual(recordingOf(7, 1 + others));
    }
    expect(
      send(recording, found(0, recordingOf(1)), on("finish-attempt"), saved(2)).practice.segments[0]?.currentRecording,
    ).toBe(2);
  });

  test("of an earlier visit are listed, but do not become current if the practice starts afresh", () => {
    const fresh: Practice = { ...createPractice(1), startsAfresh: true };
    const { practice } = send(fresh, found(0, recordingOf(3, 1)));
    expect(practice.segments[0]).toMatchObject({ recordings: [{ number: 3 }], currentRecording: null });
    expect(send(practice, play("original"), ended("original")).effects).toEqual([
      { type: "start-recording", index: 0, attempt: 2 },
    ]);
  });

  test("have different attempt numbers, even in later visits", () => {
    const restored = send(createPractice(1), found(0, recordingOf(3, 1), recordingOf(5, 2))).practice;
    expect(restored.segments[0]).toMatchObject({ attempts: 1, currentRecording: 5 });
    const again = send(restored, ...restart, on("auto-play-due"), ended("original"));
    expect(again.effects).toEqual([{ type: "start-recording", index: 0, attempt: 3 }]);
    const third = send(again.practice, on("finish-attempt"), saved(6, 3), ...restart, on("auto-play-due"));
    expect(send(third.practice, ended("original")).effects).toEqual([
      { type: "start-recording", index: 0, attempt: 4 },
    ]);
  });

  test("with equal attempt numbers get different attempt numbers", () => {
    const alike = [recordingOf(1, 1), recordingOf(2, 2), recordingOf(5, 1), recordingOf(9, 2)];
    const { practice } = send(createPractice(1), found(0, ...alike));
    const named = (at: Practice) => at.segments[0]?.recordings.map(({ number, attempt }) => [number, attempt]);
    expect(named(practice)).toEqual([
      [1, 1],
      [2, 2],
      [5, 3],
      [9, 4],
    ]);
    expect(
      named(send(practice, removed(2), found(0, recordingOf(1, 1), recordingOf(5, 1), recordingOf(9, 2))).practice),
    ).toEqual([
      [1, 1],
      [5, 3],
      [9, 4],
    ]);
    expect(withUniqueAttempts(alike).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test("keep playing when a stored number replaces their temporary number", () => {
    const unsaved = send(createPractice(2), ...attempt.slice(0, 3), saved(99)).practice;
    const stored: PracticeEvent = { type: "recording-stored", index: 0, former: 99, recording: recordingOf(4) };
    expect(send(unsaved, stored).practice.segments[0]).toEqual({
      attempts: 1,
      completed: true,
      known: false,
      recordings: [recordingOf(4, 1)],
      currentRecording: 4,
    });
    expect(send(unsaved, playRecording(99), stored).practice.activity).toEqual({
      kind: "playing",
      audio: "own",
      recording: 4,
    });
    expect(send(unsaved, on("next"), stored).practice.segments[0]).toMatchObject({ currentRecording: 4 });
    expect(send(unsaved, found(0, recordingOf(4)), stored).practice.segments[0]?.recordings).toEqual([
      recordingOf(4, 1),
    ]);
    expect(send(twice.practice, stored)).toEqual({ practice: twice.practice, effects: [] });
    expect(send(unsaved, { ...stored, index: 5 })).toEqual({ practice: unsaved, effects: [] });
  });

  test("that are loaded twice or belong to no segment change nothing", () => {
    expect(send(twice.practice, found(0, recordingOf(1)))).toEqual({ practice: twice.practice, effects: [] });
    for (const index of [-1, 2]) {
      const step = send(createPractice(2), found(index, recordingOf(1)));
      expect(step).toEqual({ practice: createPractice(2), effects: [] });
    }
  });

  test("leave the list and stop playing when they are removed", () => {
    expect(send(twice.practice, removed(1)).practice.segments[0]).toMatchObject({
      recordings: [recordingOf(4, 2)],
      currentRecording: 4,
    });
    const playing = send(twice.practice, playRecording(4), removed(4));
    expect(playing).toMatchObject({
      practice: {
        activity: quietAgain,
        segments: [{ recordings: [recordingOf(1)], currentRecording: null, completed: true }, {}],
      },
      effects: [{ type: "stop-audio" }],
    });
    const other = send(twice.practice, playRecording(1), removed(4));
    expect(other).toMatchObject({ practice: { activity: { kind: "playing", recording: 1 } }, effects: [] });
    expect(send(twice.practice, removed(9)).practice).toEqual(twice.practice);
  });
});

test("countAttempts counts restarts, and uses the highest attempt number of stored recordings", () => {
  const countAt = (practice: Practice) => practice.segments.map(countAttempts);
  expect(countAt(createPractice(2))).toEqual([1, 1]);
  expect(countAt(send(createPractice(1), ...attempt, ...restart).practice)).toEqual([2]);
  expect(countAt(send(createPractice(1), found(0, recordingOf(1), recordingOf(2, 3))).practice)).toEqual([3]);
});
