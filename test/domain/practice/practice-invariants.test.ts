import { expect, test } from "vitest";
import {
  autoPlayDelayMs,
  controlsOf,
  currentSegment,
  type Practice,
  type PracticeAudio,
  type PracticeEffect,
  type PracticeEvent,
  phaseOf,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";
import { onEveryStep, type Step } from "./practice-walks.ts";

const effectTypes = (effects: readonly PracticeEffect[]) => effects.map(({ type }) => type);
const restarts = ({ before, event }: Step) => event.type === "confirm-restart" && before.dialog === "restart";
const isFromEnvironment = ({ type }: PracticeEvent) =>
  /^(playback-|recordings?-|progress-)/.test(type) || type === "auto-play-due";

test("the practice never plays two audios at once or plays while it records", () => {
  onEveryStep(() => {
    let playing: PracticeAudio | null = null;
    let isPaused = false;
    let recording = false;
    return ({ event, after, effects }) => {
      if ((event.type === "playback-ended" || event.type === "playback-failed") && event.audio === playing)
        playing = null;
      if (event.type === "recording-failed") recording = false;
      for (const effect of effects) {
        if (effect.type === "stop-audio") [playing, isPaused] = [null, false];
        if (effect.type === "pause-audio") {
          expect(playing).toBe("original");
          [playing, isPaused] = [null, true];
        }
        if (effect.type === "resume-audio") {
          expect({ playing, isPaused, recording }).toEqual({ playing: null, isPaused: true, recording: false });
          [playing, isPaused] = ["original", false];
        }
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
      if (activity.kind === "paused") expect(isPaused).toBe(true);
      expect(recording).toBe(activity.kind === "recording");
    };
  });
});

test("recording starts exactly when the original ends on a segment without a current recording", () => {
  onEveryStep(() => ({ before, event, effects }) => {
    const { activity } = before;
    const originalEnded =
      activity.kind === "playing" &&
      activity.audio === "original" &&
      event.type === "playback-ended" &&
      event.audio === "original";
    const expected = originalEnded && currentSegment(before).currentRecording === null;
    expect(effectTypes(effects).includes("start-recording")).toBe(expected);
    if (expected) {
      const { attempts, recordings } = currentSegment(before);
      const [effect] = effects;
      expect(effects).toEqual([{ type: "start-recording", index: before.index, attempt: expect.any(Number) }]);
      if (effect?.type !== "start-recording") return;
      const latest = recordings.reduce((highest, { attempt }) => Math.max(highest, attempt), 0);
      expect(effect.attempt).toBe(attempts > latest ? attempts : latest + 1);
    }
  });
});

test("a segment's attempts rise by 1 exactly when its restart is confirmed", () => {
  onEveryStep(() => (step) => {
    const { before, after } = step;
    const grown = after.segments.map(({ attempts }, at) => attempts - (before.segments[at]?.attempts ?? 0));
    expect(grown).toEqual(before.segments.map((_, at) => (restarts(step) && at === before.index ? 1 : 0)));
  });
});

function askedFor({ index }: Practice, event: PracticeEvent): number {
  if (event.type === "go-to") return event.index;
  return index + ({ previous: -1, next: 1 }[event.type as string] ?? 0);
}

test("only navigation moves to another segment, and never during a recording", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    const busy =
      before.activity.kind === "recording" || before.activity.kind === "processing" || before.dialog !== "none";
    const target = askedFor(before, event);
    const exists = before.segments.some((_, at) => at === target);
    expect(after.index).toBe(!busy && exists ? target : before.index);
    if (after.index !== before.index) {
      const unlooped = before.loop ? [{ type: "set-loop", part: null }] : [];
      expect(effects).toEqual([{ type: "stop-audio" }, ...unlooped, { type: "load-segment", index: after.index }]);
      expect(after).toMatchObject({ activity: { kind: "quiet" }, segments: before.segments });
    }
  });
});

function isAllowed(practice: Practice, event: PracticeEvent): boolean | null {
  const controls = controlsOf(practice);
  switch (event.type) {
    case "play":
      if (event.recording === undefined || event.audio !== "own") return controls.play[event.audio];
      return (
        controls.recordings && currentSegment(practice).recordings.some(({ number }) => number === event.recording)
      );
    case "toggle-loop":
      return controls.loop;
    case "finish-attempt":
      return controls.finishAttempt;
    case "ask-restart":
      return controls.restart;
    case "previous":
    case "next":
    case "finish":
      return controls[event.type];
    case "go-to":
      return controls.goTo && event.index !== practice.index && Object.hasOwn(practice.segments, event.index);
    default:
      return null;
  }
}

test("eight types of control events change the practice exactly when they are allowed", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    const allowed = isAllowed(before, event);
    if (allowed === false) expect({ after, effects }).toEqual({ after: before, effects: [] });
    if (allowed) expect(after).not.toEqual(before);
  });
});

test("each saved recording and each confirmed restart requests one save of the progress", () => {
  onEveryStep(() => (step) => {
    const { before, event, after, effects } = step;
    const saved = before.activity.kind === "processing" && event.type === "recording-saved";
    const { attempts, completed } = currentSegment(after);
    const expected =
      saved || restarts(step) ? [{ type: "save-progress", index: before.index, attempts, completed }] : [];
    expect(effects.filter(({ type }) => type === "save-progress")).toEqual(expected);
    if (saved)
      expect(currentSegment(after)).toMatchObject({
        attempts,
        completed: true,
        currentRecording: event.recording.number,
      });
    if (restarts(step))
      expect(currentSegment(after)).toMatchObject({ attempts, completed: false, currentRecording: null });
  });
});

test("a recording leaves the list only if it is removed or renumbered", () => {
  onEveryStep(() => ({ before, event, after }) => {
    for (const [at, { recordings, currentRecording }] of after.segments.entries()) {
      const listed = recordings.map(({ number }) => number);
      const earlier = before.segments[at]?.recordings.map(({ number }) => number) ?? [];
      const lost = earlier.filter((number) => !listed.includes(number));
      const removed = event.type === "recording-removed" && event.index === at && earlier.includes(event.number);
      const stored = event.type === "recording-stored" && event.index === at && earlier.includes(event.former);
      if (stored) expect(listed).toContain(event.recording.number);
      const gone = removed ? [event.number] : stored && event.former !== event.recording.number ? [event.former] : [];
      expect(lost).toEqual(gone);
      expect(listed).toEqual([...new Set(listed)].toSorted((a, b) => a - b));
      if (currentRecording !== null) expect(listed).toContain(currentRecording);
    }
  });
});

test("a segment's current recording changes only through a recording event or a confirmed restart", () => {
  onEveryStep(() => (step) => {
    const changed = step.after.segments.some(
      ({ currentRecording }, at) => currentRecording !== step.before.segments[at]?.currentRecording,
    );
    if (!changed) return;
    expect(
      restarts(step) ||
        ["recording-saved", "recordings-found", "recording-stored", "recording-removed"].includes(step.event.type),
    ).toBe(true);
  });
});

test("the recordings of a segment have different, rising attempt numbers", () => {
  onEveryStep(() => ({ after }) => {
    for (const { recordings } of after.segments) {
      const names = recordings.map(({ attempt }) => attempt);
      expect(names).toEqual([...new Set(names)].toSorted((a, b) => a - b));
    }
  });
});

test("a played recording belongs to the current segment", () => {
  onEveryStep(() => ({ after, effects }) => {
    const { activity } = after;
    const listed = currentSegment(after).recordings.map(({ number }) => number);
    if (activity.kind === "playing" && activity.audio === "own") expect(listed).toContain(activity.recording);
    for (const effect of effects) {
      if (effect.type === "play" && effect.audio === "own") expect(listed).toContain(effect.recording);
    }
  });
});

test("no playback or recording starts behind an open dialog", () => {
  const answers: readonly PracticeEvent["type"][] = ["dismiss-dialog", "confirm-restart", "ask-leave", "ask-clear"];
  onEveryStep(() => ({ before, event, after, effects }) => {
    if (after.dialog !== "none") expect(["quiet", "recording", "processing"]).toContain(after.activity.kind);
    if (before.dialog === "none") return;
    expect(effectTypes(effects)).not.toContain("play");
    expect(effectTypes(effects)).not.toContain("start-recording");
    if (!isFromEnvironment(event) && !answers.includes(event.type)) expect(after).toEqual(before);
  });
});

test("each confirmed restart schedules one automatic playback of the original", () => {
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
    expect(practiceTransition(after, event)).toEqual({ practice: after, effects: [] });
  });
});

test("the restart dialog opens only on request, and a restart requires the dialog", () => {
  onEveryStep(() => ({ before, event, after, effects }) => {
    if (after.dialog === "restart" && before.dialog !== "restart") expect(event.type).toBe("ask-restart");
    if (event.type === "confirm-restart" && before.dialog !== "restart") {
      expect({ after, effects }).toEqual({ after: before, effects: [] });
    }
    if (event.type === "dismiss-dialog")
      expect({ after, effects }).toEqual({ after: { ...before, dialog: "none" }, effects: [] });
  });
});

test("the original is paused or looped only while the segment has a current recording", () => {
  onEveryStep(() => ({ after: { activity, loop, segments, index } }) => {
    if (activity.kind === "paused" || loop) expect(segments[index]?.currentRecording).not.toBeNull();
  });
});

test("a playback of the original with a pause or a loop starts no recording", () => {
  onEveryStep(() => {
    let isWhole = true;
    let loop = false;
    return ({ effects }) => {
      for (const effect of effects) {
        if (effect.type === "set-loop") loop = effect.part !== null;
        if (effect.type === "play" && effect.audio === "original") isWhole = true;
        if (effect.type === "pause-audio" || loop) isWhole = false;
        if (effect.type === "start-recording") expect({ isWhole, loop }).toEqual({ isWhole: true, loop: false });
      }
    };
  });
});

test("the practice has the loop that the last set-loop effect set", () => {
  onEveryStep(() => {
    let told: Practice["loop"] = null;
    return ({ before, after, effects }) => {
      for (const effect of effects) if (effect.type === "set-loop") told = effect.part;
      expect(after.loop).toEqual(told);
      const { from, to } = after.loop ?? { from: 0, to: 1 };
      expect([from >= 0, from < to, to <= 1]).toEqual([true, true, true]);
      if (after.index !== before.index) expect(after.loop).toBeNull();
    };
  });
});

test("the random walks reach every activity, phase, dialog and type of effect", () => {
  const seen = new Set<string>();
  const look = ({ after, effects }: Step) => {
    for (const type of effectTypes(effects)) seen.add(type);
    for (const value of [after.activity.kind, phaseOf(after), `dialog ${after.dialog}`]) seen.add(value);
  };
  // The seed is fixed, because other walks could miss rare effects.
  onEveryStep(() => look, { seed: 1 });
  const effectsSeen = [
    "pause-audio",
    "resume-audio",
    "set-loop",
    "play",
    "start-recording",
    "finish-recording",
    "discard-recording",
    "stop-audio",
  ];
  const moreEffects = ["save-progress", "schedule-auto-play", "load-segment"];
  const activities = ["quiet", "playing", "paused", "restarting", "recording", "processing"];
  const phases = ["idle", "playing-original", "recorded"];
  const dialogs = ["none", "restart", "complete", "leave", "clear", "delete"].map((dialog) => `dialog ${dialog}`);
  const everything = [...effectsSeen, ...moreEffects, ...activities, ...phases, ...dialogs];
  expect([...seen].toSorted()).toEqual(everything.toSorted());
});
