import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Audio,
  autoPlayDelayMs,
  controlsOf,
  currentSegment,
  openPractice,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
  phaseOf,
  type Transition,
  transition,
} from "../../domain/practice.ts";

const audios: readonly Audio[] = ["original", "translation", "own"];
const singles: readonly PracticeEvent[] = [
  ...audios.flatMap((audio): PracticeEvent[] => [
    { type: "play", audio },
    { type: "playback-ended", audio },
    { type: "playback-failed", audio },
  ]),
  ...[-1, 0, 1, 2, 3, 4].map((index): PracticeEvent => ({ type: "take-found", index })),
  ...(
    [
      ...(["recording-failed", "finish-attempt", "take-saved", "take-lost", "ask-restart"] as const),
      ...(["confirm-restart", "auto-play-due", "previous", "next", "finish", "dismiss-dialog"] as const),
    ] as const
  ).map((type): PracticeEvent => ({ type })),
];
const attempt: PracticeEvent[] = [
  { type: "play", audio: "original" },
  { type: "playback-ended", audio: "original" },
  { type: "finish-attempt" },
  { type: "take-saved" },
];
const restart: PracticeEvent[] = [{ type: "ask-restart" }, { type: "confirm-restart" }, { type: "auto-play-due" }];

/** Single events in any order, mixed with the beginnings of what learners usually do, so that walks get far. */
const someEvents = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...singles).map((event) => [event]) },
  { weight: 1, arbitrary: fc.nat(4).map((length) => attempt.slice(0, length)) },
  { weight: 1, arbitrary: fc.nat(3).map((length) => restart.slice(0, length)) },
);
const walks = fc.record({
  segmentCount: fc.integer({ min: 1, max: 4 }),
  events: fc.array(someEvents, { minLength: 1, maxLength: 40, size: "max" }).map((parts) => parts.flat()),
});

type Step = { before: Practice; event: PracticeEvent; after: Practice; effects: readonly PracticeEffect[] };

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

/** Walks at random, and has each step judged. Everything handed in is frozen: a rule that writes to it throws. */
function onEveryStep(judge: () => (step: Step) => void) {
  fc.assert(
    fc.property(walks, ({ segmentCount, events }) => {
      const judged = judge();
      let before = freeze(openPractice(segmentCount));
      for (const event of events) {
        const { practice: after, effects }: Transition = freeze(transition(before, freeze(event)));
        judged({ before, event, after, effects });
        before = after;
      }
    }),
    { numRuns: 300 },
  );
}

const effectTypes = (effects: readonly PracticeEffect[]) => effects.map(({ type }) => type);
const restarts = ({ before, event }: Step) =>
  event.type === "confirm-restart" && before.dialog === "restart" && controlsOf(before).restart;

test("the world that does as it is told never plays two audios, nor plays and records at once", () => {
  onEveryStep(() => {
    let playing: Audio | null = null;
    let recording = false;
    return ({ event, after, effects }) => {
      if ((event.type === "playback-ended" || event.type === "playback-failed") && event.audio === playing)
        playing = null;
      if (event.type === "recording-failed") recording = false;
      for (const effect of effects) {
        if (effect.type === "stop-audio") playing = null;
        if (effect.type === "play") {
          expect({ playing, recording }).toEqual({ playing: null, recording: false });
          playing = effect.audio;
        }
        if (effect.type === "start-recording") {
          expect({ playing, recording }).toEqual({ playing: null, recording: false });
          recording = true;
        }
        if (effect.type === "finish-recording" || effect.type === "discard-recording") {
          expect(recording).toBe(true);
          recording = false;
        }
      }
      const { activity } = after;
      expect(playing).toBe(activity.kind === "playing" ? activity.audio : null);
      expect(recording).toBe(activity.kind === "recording");
    };
  });
});

test("recording starts exactly when the original has ended on a segment without a take", () => {
  onEveryStep(() => ({ before, event, effects }) => {
    const { activity } = before;
    const originalEnded =
      activity.kind === "playing" &&
      activity.audio === "original" &&
      event.type === "playback-ended" &&
      event.audio === "original";
    const expected = originalEnded && !currentSegment(before).hasTake;
    expect(effectTypes(effects).includes("start-recording")).toBe(expected);
    if (expected) expect(effects).toEqual([{ type: "start-recording", index: before.index }]);
  });
});

test("attempts start at 1 and grow by 1 with each confirmed restart of the current segment, never otherwise", () => {
  onEveryStep(() => (step) => {
    const { before, after } = step;
    const grown = after.segments.map(({ attempts }, at) => attempts - (before.segments[at]?.attempts ?? 0));
    expect(grown).toEqual(before.segments.map((_, at) => (restarts(step) && at === before.index ? 1 : 0)));
  });
});

test("only Previous and Next change the segment, by one, within bounds, and never while recording or processing", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    const busy = before.activity.kind === "recording" || before.activity.kind === "processing";
    const wanted = { previous: -1, next: 1 }[event.type as string] ?? 0;
    const target = before.index + (busy ? 0 : wanted);
    const expected = target >= 0 && target < before.segments.length ? target : before.index;
    expect(after.index).toBe(expected);
    if (after.index !== before.index) {
      expect(effects).toEqual([{ type: "stop-audio" }, { type: "load-segment", index: after.index }]);
      expect(after).toMatchObject({ activity: { kind: "quiet" }, segments: before.segments });
    }
  });
});

/** Whether the controls allow an event; null for one that is no control's. */
function isAllowed(practice: Practice, event: PracticeEvent): boolean | null {
  const controls = controlsOf(practice);
  switch (event.type) {
    case "play":
      return controls.play[event.audio];
    case "finish-attempt":
      return controls.finishAttempt;
    case "ask-restart":
      return controls.restart;
    case "previous":
    case "next":
    case "finish":
      return controls[event.type];
    default:
      return null;
  }
}

test("what the controls do not allow changes nothing, and what they allow changes something", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    const allowed = isAllowed(before, event);
    if (allowed === false) expect({ after, effects }).toEqual({ after: before, effects: [] });
    if (allowed && before.dialog === "none") expect(after).not.toEqual(before);
  });
});

test("progress is saved exactly when a take is saved or a restart is confirmed, with that attempt's number", () => {
  onEveryStep(() => (step) => {
    const { before, event, after, effects } = step;
    const saved = before.activity.kind === "processing" && event.type === "take-saved";
    const { attempts, completed } = currentSegment(after);
    const expected =
      saved || restarts(step) ? [{ type: "save-progress", index: before.index, attempts, completed }] : [];
    expect(effects.filter(({ type }) => type === "save-progress")).toEqual(expected);
    if (saved) expect(currentSegment(after)).toEqual({ attempts, completed: true, hasTake: true });
    if (restarts(step)) expect(currentSegment(after)).toEqual({ attempts, completed: false, hasTake: false });
  });
});

test("a segment is completed only with a take, and a take goes only with a restart", () => {
  onEveryStep(() => (step) => {
    const { before, after, effects } = step;
    const lost = before.segments.flatMap(({ hasTake }, at) => (hasTake && !after.segments[at]?.hasTake ? [at] : []));
    if (lost.length > 0) expect([restarts(step), lost]).toEqual([true, [before.index]]);
    expect(effectTypes(effects).includes("delete-take")).toBe(restarts(step));
    for (const { completed, hasTake } of after.segments) expect(completed && !hasTake).toBe(false);
  });
});

test("each confirmed restart schedules one auto-play, and the original then plays by itself once", () => {
  onEveryStep(() => (step) => {
    const { before, event, after, effects } = step;
    const scheduled = effects.filter(({ type }) => type === "schedule-auto-play");
    expect(scheduled).toEqual(restarts(step) ? [{ type: "schedule-auto-play", afterMs: autoPlayDelayMs }] : []);
    expect(after.activity.kind === "restarting").toBe(
      restarts(step) || (before.activity.kind === "restarting" && after.index === before.index && effects.length === 0),
    );
    if (event.type !== "auto-play-due") return;
    const due = before.activity.kind === "restarting";
    expect(effectTypes(effects)).toEqual(due ? ["stop-audio", "play"] : []);
    expect(transition(after, event)).toEqual({ practice: after, effects: [] });
  });
});

test("a dialog that asks to restart is only opened when a restart is possible, and never confirmed unasked", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    if (after.dialog === "restart" && before.dialog !== "restart") expect(event.type).toBe("ask-restart");
    if (event.type === "confirm-restart" && before.dialog !== "restart") {
      expect({ after, effects }).toEqual({ after: before, effects: [] });
    }
    if (event.type === "dismiss-dialog")
      expect({ after, effects }).toEqual({ after: { ...before, dialog: "none" }, effects: [] });
  });
});

test("the random walks get everywhere: each effect, activity, phase and dialog is seen", () => {
  const seen = new Set<string>();
  onEveryStep(() => ({ after, effects }) => {
    for (const type of effectTypes(effects)) seen.add(type);
    for (const value of [after.activity.kind, phaseOf(after), `dialog ${after.dialog}`]) seen.add(value);
  });
  const effectsSeen = ["play", "start-recording", "finish-recording", "discard-recording", "delete-take", "stop-audio"];
  const moreEffects = ["save-progress", "schedule-auto-play", "load-segment"];
  const activities = ["quiet", "playing", "restarting", "recording", "processing"];
  const phases = ["idle", "playing-original", "recorded"];
  const dialogs = ["dialog none", "dialog restart", "dialog complete"];
  const everything = [...effectsSeen, ...moreEffects, ...activities, ...phases, ...dialogs];
  expect([...seen].toSorted()).toEqual(everything.toSorted());
});
