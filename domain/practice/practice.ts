/** The three recordings a learner can play for a segment. */
export type PracticeAudio = "original" | "translation" | "own";

/**
 * Where sound is missing in a take, because the device could not keep up: what was said before and after stands side by side
 * at `atSeconds`, and about `seconds` are lost between.
 */
export type Gap = { atSeconds: number; seconds: number };

/** A finished take of a segment, as the learner's store names and describes it. */
export type RecordingRef = {
  /** Unique within the segment; a later take has a higher one. */
  number: number;
  /** Names it to the learner: no other take of the segment has it, and a later one has a higher one. */
  attempt: number;
  /** When it was stored, in ms since 1970. */
  recordedAt: number;
  durationSeconds: number;
  /** It ended before the learner finished it: the microphone or the page went away. */
  interrupted: boolean;
  /** In their order; absent where nothing is missing. */
  gaps?: readonly Gap[];
};

/** What is heard; "own" says which take. */
export type PlayingActivity =
  | { kind: "playing"; audio: "original" | "translation" }
  | { kind: "playing"; audio: "own"; take: number };

/** What is happening now; only one thing can. */
export type Activity =
  | { kind: "quiet" }
  | PlayingActivity
  /** The original, heard again, is held where it is. */
  | { kind: "paused" }
  /** A restart was confirmed; the original plays by itself in a moment. */
  | { kind: "restarting" }
  | { kind: "recording" }
  | { kind: "processing" };

export type SegmentPractice = {
  /** Counts from 1, one more with each restart. */
  attempts: number;
  completed: boolean;
  /** It was practised in an earlier visit or in another browser. */
  known: boolean;
  /** All takes that are there to be played, oldest first. */
  recordings: readonly RecordingRef[];
  /** The number of the take of the present attempt; null until it is recorded. */
  currentRecording: number | null;
};

/** A question that the learner has to answer before anything else. */
type Dialog = "none" | "restart" | "complete" | "leave" | "clear" | "delete";

/** A part of the original, from one fraction of its length to a greater one, both 0 to 1. */
export type LoopRange = { from: number; to: number };

export type Practice = {
  segments: readonly SegmentPractice[];
  /** Position of the current segment, from 0. */
  index: number;
  activity: Activity;
  /** What is heard over and over whenever the original is; null for none. */
  loop: LoopRange | null;
  dialog: Dialog;
};

export type PracticeEvent =
  /**
   * `take` is the number of one of the learner's takes; the present one if not given. What plays already stops, or, if it is
   * the original heard again, pauses and then goes on.
   */
  | { type: "play"; audio: PracticeAudio; take?: number }
  /** The original is to be heard over and over, or no more. */
  | { type: "toggle-loop" }
  /** Only this part is to be heard over and over. */
  | { type: "choose-part"; part: LoopRange }
  | { type: "playback-ended"; audio: PracticeAudio }
  | { type: "playback-failed"; audio: PracticeAudio }
  | { type: "recording-failed" }
  /** The microphone went away or the longest duration was reached: what was said so far becomes the take. */
  | { type: "recording-interrupted" }
  | { type: "finish-attempt" }
  | { type: "take-saved"; take: RecordingRef }
  | { type: "take-lost" }
  /** The store holds these takes of a segment; comes when the scenario is opened and when another tab stored one. */
  | { type: "takes-found"; index: number; takes: readonly RecordingRef[] }
  /** The server knows of these segments, from earlier visits or from another browser. */
  | { type: "progress-found"; segments: readonly { index: number; completed: boolean }[] }
  /** A take that the store had no room for is stored by now, and has the number that the store gave it. */
  | { type: "take-stored"; index: number; former: number; take: RecordingRef }
  /** The store holds this take no more. */
  | { type: "take-removed"; index: number; number: number }
  | { type: "ask-restart" }
  | { type: "confirm-restart" }
  /** The learner is about to leave in the middle of a recording. */
  | { type: "ask-leave" }
  /** The learner is about to leave by a way that removes recordings unless they are to be kept. */
  | { type: "ask-clear" }
  /** The learner is about to delete a take. */
  | { type: "ask-delete" }
  | { type: "auto-play-due" }
  | { type: "previous" }
  | { type: "next" }
  /** `index` is the position, from 0, of the segment to be at. */
  | { type: "go-to"; index: number }
  | { type: "finish" }
  | { type: "dismiss-dialog" };

/**
 * What the world has to do after a transition, in this order.
 * Why: docs/decisions/0006-pure-practice-machine.md
 */
export type PracticeEffect =
  | { type: "stop-audio" }
  | { type: "play"; audio: "original" | "translation"; index: number }
  | { type: "play"; audio: "own"; index: number; take: number }
  | { type: "pause-audio" }
  | { type: "resume-audio"; index: number }
  /** From now on the original goes round within this part whenever it plays; null for not at all. */
  | { type: "set-loop"; part: LoopRange | null }
  | { type: "start-recording"; index: number; attempt: number }
  | { type: "finish-recording"; index: number }
  | { type: "discard-recording" }
  | { type: "save-progress"; index: number; attempts: number; completed: boolean }
  | { type: "schedule-auto-play"; afterMs: number }
  | { type: "load-segment"; index: number };

export type PracticeTransition = { practice: Practice; effects: readonly PracticeEffect[] };

/** Pause between a confirmed restart and the original playing by itself, in ms. */
export const autoPlayDelayMs = 500;
/** Time for which "Processing Recording" shows at least, in ms. */
export const finaliseDelayMs = 100;

const freshSegment: SegmentPractice = {
  attempts: 1,
  completed: false,
  known: false,
  recordings: [],
  currentRecording: null,
};

/**
 * A scenario of `segmentCount` (at least 1) segments as it is opened: attempt 1 everywhere.
 * @param completed the positions, from 0, of segments that were completed before.
 * @param index where it is opened; a position that is not there stands for the first.
 */
export function createPractice(segmentCount: number, completed: Iterable<number> = [], index = 0): Practice {
  if (segmentCount < 1) throw new RangeError("A scenario has at least one segment");
  const done = new Set(completed);
  return {
    segments: Array.from({ length: segmentCount }, (_, at) =>
      done.has(at) ? { ...freshSegment, completed: true, known: true } : freshSegment,
    ),
    index: Number.isInteger(index) && index >= 0 && index < segmentCount ? index : 0,
    activity: { kind: "quiet" },
    loop: null,
    dialog: "none",
  };
}

/** The current segment's record. */
export function currentSegment(practice: Practice): SegmentPractice {
  return practice.segments[practice.index] ?? freshSegment;
}

/** The progress of a segment. */
export type SegmentProgress = "new" | "practised" | "completed";

/** Derives the progress of a segment; one that was restarted, or whose take was lost, counts as practised only. */
export function segmentProgressOf({ attempts, completed, known, recordings }: SegmentPractice): SegmentProgress {
  if (completed) return "completed";
  return known || attempts > 1 || recordings.length > 0 ? "practised" : "new";
}

/** Where a learner stands in the current segment. */
export type PracticePhase = "idle" | "playing-original" | "recording" | "processing" | "recorded";

/** Whether the original plays. */
export function isOriginalPlaying(activity: Activity): boolean {
  return activity.kind === "playing" && activity.audio === "original";
}

/** Derives the phase of the current segment. */
export function phaseOf(practice: Practice): PracticePhase {
  const { activity } = practice;
  if (activity.kind === "recording" || activity.kind === "processing") return activity.kind;
  if (currentSegment(practice).currentRecording !== null) return "recorded";
  return isOriginalPlaying(activity) ? "playing-original" : "idle";
}

/** Which controls can be used. */
export type Controls = {
  play: Record<PracticeAudio, boolean>;
  /** The original can be heard over and over. */
  loop: boolean;
  /** Any take of the segment can be played, saved to a file or deleted. */
  recordings: boolean;
  finishAttempt: boolean;
  restart: boolean;
  previous: boolean;
  next: boolean;
  /** Any other segment can be gone to. */
  goTo: boolean;
  finish: boolean;
};

const noControls: Controls = {
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

/**
 * Derives what the learner can do now; `transition` ignores every event that this does not allow. Behind an open dialog
 * that is nothing.
 */
export function controlsOf(practice: Practice): Controls {
  const { activity, index, segments, dialog } = practice;
  if (dialog !== "none") return noControls;
  const busy = activity.kind === "recording" || activity.kind === "processing";
  const { currentRecording, recordings, attempts } = currentSegment(practice);
  const originalPlays = isOriginalPlaying(activity);
  const isLast = index === segments.length - 1;
  // What leads to a recording is heard once and through; again, as the learner likes.
  const isAgain = currentRecording !== null;
  return {
    play: { original: !busy && (isAgain || !originalPlays), translation: !busy, own: !busy && isAgain },
    loop: !busy && isAgain,
    recordings: !busy && recordings.length > 0,
    finishAttempt: activity.kind === "recording",
    restart: activity.kind === "recording" || (!busy && (isAgain || originalPlays || attempts > 1)),
    previous: !busy && index > 0,
    next: !busy && !isLast,
    goTo: !busy && segments.length > 1,
    finish: !busy && isLast,
  };
}

/**
 * The attempt that a take recorded now is named after: the counter, which begins anew with each visit, unless an earlier
 * take bears that name.
 */
export function nextAttempt({ attempts, recordings }: SegmentPractice): number {
  return Math.max(attempts, ...recordings.map(({ attempt }) => attempt + 1));
}

/** The takes of a segment, oldest first, each with an attempt of its own: earlier versions gave the same to several. */
export function withUniqueAttempts<Take extends Pick<RecordingRef, "number" | "attempt">>(
  takes: readonly Take[],
): Take[] {
  let latest = 0;
  return takes
    .toSorted((a, b) => a.number - b.number)
    .map((take) => {
      latest = Math.max(take.attempt, latest + 1);
      return { ...take, attempt: latest };
    });
}

/** Whether leaving now would break off a take. */
export function hasUnfinishedRecording({ activity }: Practice): boolean {
  return activity.kind === "recording" || activity.kind === "processing";
}

/** The number of the take that stands beside the original: the one that plays, else that of the present attempt. */
export function shownRecording(practice: Practice): number | null {
  const { activity } = practice;
  if (activity.kind === "playing" && activity.audio === "own") return activity.take;
  return currentSegment(practice).currentRecording;
}
