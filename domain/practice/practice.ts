export type PracticeAudio = "original" | "translation" | "own";

/** About `seconds` of audio are missing at `atSeconds`. The audio before and after that point is joined. */
export type Gap = { atSeconds: number; seconds: number };

export type RecordingRef = {
  /**
   * Unique within the segment. A recording that the browser's store refused has a temporary number, which is higher
   * than any stored number.
   */
  number: number;
  /** The number that the learner sees. */
  attempt: number;
  /** In ms since 1970. */
  recordedAt: number;
  durationSeconds: number;
  /** True if the recording stopped before the learner finished it, for example because the microphone disconnected. */
  interrupted: boolean;
  /** In order of time. */
  gaps?: readonly Gap[];
};

export type PlayingActivity =
  | { kind: "playing"; audio: "original" | "translation" }
  | { kind: "playing"; audio: "own"; recording: number };

export type Activity =
  | { kind: "quiet" }
  | PlayingActivity
  /** Only the original can pause, and only if the segment has a current recording. */
  | { kind: "paused" }
  /** The time between a confirmed restart and the automatic playback of the original. */
  | { kind: "restarting" }
  | { kind: "recording" }
  | { kind: "processing" };

export type SegmentPractice = {
  /** 1 at the start of each visit, and one more after each restart. */
  attempts: number;
  completed: boolean;
  /** True if stored progress of the segment was found before a restart. */
  known: boolean;
  /** In the order of their numbers. */
  recordings: readonly RecordingRef[];
  /** May come from an earlier visit. */
  currentRecording: number | null;
};

type Dialog = "none" | "restart" | "complete" | "leave" | "clear" | "delete";

/** Fractions of the original's length, 0 to 1. */
export type LoopRange = { from: number; to: number };

export type Practice = {
  segments: readonly SegmentPractice[];
  index: number;
  activity: Activity;
  loop: LoopRange | null;
  dialog: Dialog;
  /** True if stored recordings of earlier visits do not become current, as in a review. */
  startsAfresh?: true;
};

export type PracticeEvent =
  /**
   * `recording` is by default the current one. The event also pauses, resumes or stops audio that was started before.
   */
  | { type: "play"; audio: PracticeAudio; recording?: number }
  | { type: "toggle-loop" }
  | { type: "choose-part"; part: LoopRange }
  | { type: "playback-ended"; audio: PracticeAudio }
  | { type: "playback-failed"; audio: PracticeAudio }
  | { type: "recording-failed" }
  /** The audio so far becomes the recording. */
  | { type: "recording-interrupted" }
  | { type: "finish-attempt" }
  | { type: "recording-saved"; recording: RecordingRef }
  | { type: "recording-lost" }
  /** Finished recordings in the browser's store. */
  | { type: "recordings-found"; index: number; recordings: readonly RecordingRef[] }
  | { type: "progress-found"; segments: readonly { index: number; completed: boolean }[] }
  /** A recording that the browser's store had refused is now stored. `former` is the temporary number. */
  | { type: "recording-stored"; index: number; former: number; recording: RecordingRef }
  | { type: "recording-removed"; index: number; number: number }
  | { type: "ask-restart" }
  | { type: "confirm-restart" }
  | { type: "ask-leave" }
  /** The learner is about to leave, and recordings may be removed. */
  | { type: "ask-clear" }
  | { type: "ask-delete" }
  | { type: "auto-play-due" }
  | { type: "previous" }
  | { type: "next" }
  | { type: "go-to"; index: number }
  | { type: "finish" }
  | { type: "dismiss-dialog" };

/**
 * Effects must be carried out in the order of their list.
 * See docs/decisions/0006-pure-practice-machine.md
 */
export type PracticeEffect =
  | { type: "stop-audio" }
  | { type: "play"; audio: "original" | "translation"; index: number }
  | { type: "play"; audio: "own"; index: number; recording: number }
  | { type: "pause-audio" }
  | { type: "resume-audio"; index: number }
  /** Null ends the loop. */
  | { type: "set-loop"; part: LoopRange | null }
  | { type: "start-recording"; index: number; attempt: number }
  | { type: "finish-recording"; index: number }
  | { type: "discard-recording" }
  | { type: "save-progress"; index: number; attempts: number; completed: boolean }
  | { type: "schedule-auto-play"; afterMs: number }
  | { type: "load-segment"; index: number };

export type PracticeTransition = { practice: Practice; effects: readonly PracticeEffect[] };

export const autoPlayDelayMs = 500;
/** Delay before a finished recording is saved, so that "Processing Recording" is visible. */
export const finaliseDelayMs = 100;

const freshSegment: SegmentPractice = {
  attempts: 1,
  completed: false,
  known: false,
  recordings: [],
  currentRecording: null,
};

/**
 * @param completed positions, from 0
 * @throws {RangeError} if `segmentCount` is below 1
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

export function currentSegment(practice: Practice): SegmentPractice {
  return practice.segments[practice.index] ?? freshSegment;
}

export type SegmentProgress = "new" | "practised" | "completed";

export function segmentProgressOf({ attempts, completed, known, recordings }: SegmentPractice): SegmentProgress {
  if (completed) return "completed";
  return known || attempts > 1 || recordings.length > 0 ? "practised" : "new";
}

export type PracticePhase = "idle" | "playing-original" | "recording" | "processing" | "recorded";

export function isOriginalPlaying(activity: Activity): boolean {
  return activity.kind === "playing" && activity.audio === "original";
}

export function phaseOf(practice: Practice): PracticePhase {
  const { activity } = practice;
  if (activity.kind === "recording" || activity.kind === "processing") return activity.kind;
  if (currentSegment(practice).currentRecording !== null) return "recorded";
  return isOriginalPlaying(activity) ? "playing-original" : "idle";
}

export type Controls = {
  play: Record<PracticeAudio, boolean>;
  loop: boolean;
  /** True if the segment's recordings can be played, saved to a file or deleted. */
  recordings: boolean;
  finishAttempt: boolean;
  restart: boolean;
  previous: boolean;
  next: boolean;
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

/** `practiceTransition` ignores the events of a disabled control. */
export function controlsOf(practice: Practice): Controls {
  const { activity, index, segments, dialog } = practice;
  if (dialog !== "none") return noControls;
  const busy = activity.kind === "recording" || activity.kind === "processing";
  const { currentRecording, recordings, attempts } = currentSegment(practice);
  const originalPlays = isOriginalPlaying(activity);
  const isLast = index === segments.length - 1;
  // The original must play once completely, because a recording starts when this first playback ends.
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

/** `attempts` starts at 1 in each visit, so the attempts of earlier recordings are skipped. */
export function nextAttempt({ attempts, recordings }: SegmentPractice): number {
  return Math.max(attempts, ...recordings.map(({ attempt }) => attempt + 1));
}

/** Earlier versions of the app gave the same attempt to several recordings. */
export function withUniqueAttempts<Recorded extends Pick<RecordingRef, "number" | "attempt">>(
  recordings: readonly Recorded[],
): Recorded[] {
  let latest = 0;
  return recordings
    .toSorted((a, b) => a.number - b.number)
    .map((recording) => {
      latest = Math.max(recording.attempt, latest + 1);
      return { ...recording, attempt: latest };
    });
}

/** Includes the attempts of earlier visits whose recordings are stored. */
export function countAttempts({ attempts, recordings }: SegmentPractice): number {
  return Math.max(attempts, ...recordings.map(({ attempt }) => attempt));
}

export function hasUnfinishedRecording({ activity }: Practice): boolean {
  return activity.kind === "recording" || activity.kind === "processing";
}

/** The recording that is shown beside the original. */
export function shownRecording(practice: Practice): number | null {
  const { activity } = practice;
  if (activity.kind === "playing" && activity.audio === "own") return activity.recording;
  return currentSegment(practice).currentRecording;
}
