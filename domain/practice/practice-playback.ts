import {
  type Activity,
  controlsOf,
  currentSegment,
  isOriginalPlaying,
  type LoopRange,
  type PlayingActivity,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
  type PracticeTransition,
} from "./practice.ts";

const wholeSegment: LoopRange = { from: 0, to: 1 };

type Play = Extract<PracticeEvent, { type: "play" }>;

function requestedPlayback(practice: Practice, { audio, recording }: Play): PlayingActivity | null {
  const controls = controlsOf(practice);
  if (audio !== "own") return controls.play[audio] ? { kind: "playing", audio } : null;
  const { recordings, currentRecording: present } = currentSegment(practice);
  const number = recording ?? present;
  if (!controls.recordings || !recordings.some((each) => each.number === number) || number === null) return null;
  return { kind: "playing", audio, recording: number };
}

export function isPlaying(activity: Activity, playing: PlayingActivity): boolean {
  if (activity.kind !== "playing" || activity.audio !== playing.audio) return false;
  return activity.audio !== "own" || (playing.audio === "own" && activity.recording === playing.recording);
}

function pauseOrResume(practice: Practice): PracticeTransition | null {
  const { activity, index } = practice;
  if (isOriginalPlaying(activity)) {
    return { practice: { ...practice, activity: { kind: "paused" } }, effects: [{ type: "pause-audio" }] };
  }
  if (activity.kind !== "paused") return null;
  return {
    practice: { ...practice, activity: { kind: "playing", audio: "original" } },
    effects: [{ type: "resume-audio", index }],
  };
}

export function play(practice: Practice, event: Play): PracticeTransition {
  const { activity, index } = practice;
  const playing = requestedPlayback(practice, event);
  if (!playing) return { practice, effects: [] };
  const changed = playing.audio === "original" ? pauseOrResume(practice) : null;
  if (changed) return changed;
  if (isPlaying(activity, playing)) {
    return { practice: { ...practice, activity: { kind: "quiet" } }, effects: [{ type: "stop-audio" }] };
  }
  const { kind: _, ...what } = playing;
  return {
    practice: { ...practice, activity: playing },
    effects: [{ type: "stop-audio" }, { ...what, type: "play", index }],
  };
}

export function clearLoop({ loop }: Practice): readonly PracticeEffect[] {
  return loop ? [{ type: "set-loop", part: null }] : [];
}

/** Turning the loop off does not stop the original. */
export function toggleLoop(practice: Practice): PracticeTransition {
  if (!controlsOf(practice).loop) return { practice, effects: [] };
  if (practice.loop) return { practice: { ...practice, loop: null }, effects: clearLoop(practice) };
  const looping: Practice = { ...practice, loop: wholeSegment };
  const isHeard = isOriginalPlaying(practice.activity) || practice.activity.kind === "paused";
  const begun = isHeard ? { practice: looping, effects: [] } : play(looping, { type: "play", audio: "original" });
  return { ...begun, effects: [{ type: "set-loop", part: wholeSegment }, ...begun.effects] };
}

export function choosePart(practice: Practice, part: LoopRange): PracticeTransition {
  const isPart = 0 <= part.from && part.from < part.to && part.to <= 1;
  if (!practice.loop || !controlsOf(practice).loop || !isPart) return { practice, effects: [] };
  return { practice: { ...practice, loop: part }, effects: [{ type: "set-loop", part }] };
}
