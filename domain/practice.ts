/** The three recordings a learner can play for a segment. */
export type Audio = "original" | "translation" | "own";

/** What is happening now; only one thing can. */
export type Activity =
  | { kind: "quiet" }
  | { kind: "playing"; audio: Audio }
  /** A restart was confirmed; the original plays by itself in a moment. */
  | { kind: "restarting" }
  | { kind: "recording" }
  | { kind: "processing" };

export type SegmentPractice = {
  /** Counts from 1, one more with each restart. */
  attempts: number;
  completed: boolean;
  /** Whether a finished take of the learner's is there to be played. */
  hasTake: boolean;
};

export type Practice = {
  segments: readonly SegmentPractice[];
  /** Position of the current segment, from 0. */
  index: number;
  activity: Activity;
  dialog: "none" | "restart" | "complete";
};

export type PracticeEvent =
  | { type: "play"; audio: Audio }
  | { type: "playback-ended"; audio: Audio }
  | { type: "playback-failed"; audio: Audio }
  | { type: "recording-failed" }
  | { type: "finish-attempt" }
  | { type: "take-saved" }
  | { type: "take-lost" }
  | { type: "take-found"; index: number }
  | { type: "ask-restart" }
  | { type: "confirm-restart" }
  | { type: "auto-play-due" }
  | { type: "previous" }
  | { type: "next" }
  | { type: "finish" }
  | { type: "dismiss-dialog" };

/** What the world has to do after a transition, in this order. */
export type PracticeEffect =
  | { type: "stop-audio" }
  | { type: "play"; audio: Audio; index: number }
  | { type: "start-recording"; index: number }
  | { type: "finish-recording"; index: number; attempt: number }
  | { type: "discard-recording" }
  | { type: "delete-take"; index: number }
  | { type: "save-progress"; index: number; attempts: number; completed: boolean }
  | { type: "schedule-auto-play"; afterMs: number }
  | { type: "load-segment"; index: number };

export type Transition = { practice: Practice; effects: readonly PracticeEffect[] };

/** Pause between a confirmed restart and the original playing by itself, in ms. */
export const autoPlayDelayMs = 500;
/** Time for which "Processing Recording" shows at least, in ms. */
export const finaliseDelayMs = 100;

const quiet: Activity = { kind: "quiet" };
const freshSegment: SegmentPractice = { attempts: 1, completed: false, hasTake: false };

/**
 * A scenario of `segmentCount` (at least 1) segments as it is opened: first segment, attempt 1 everywhere. `completed` are
 * the positions, from 0, that an earlier visit completed.
 */
export function openPractice(segmentCount: number, completed: ReadonlySet<number> = new Set()): Practice {
  if (segmentCount < 1) throw new RangeError("A scenario has at least one segment");
  return {
    segments: Array.from({ length: segmentCount }, (_, at) => ({ ...freshSegment, completed: completed.has(at) })),
    index: 0,
    activity: quiet,
    dialog: "none",
  };
}

/** The current segment's record. */
export function currentSegment(practice: Practice): SegmentPractice {
  return practice.segments[practice.index] ?? freshSegment;
}

/** Where a learner stands in the current segment. */
export type Phase = "idle" | "playing-original" | "recording" | "processing" | "recorded";

/** Derives the phase of the current segment. */
export function phaseOf(practice: Practice): Phase {
  const { activity } = practice;
  if (activity.kind === "recording" || activity.kind === "processing") return activity.kind;
  if (currentSegment(practice).hasTake) return "recorded";
  return activity.kind === "playing" && activity.audio === "original" ? "playing-original" : "idle";
}

/** Which controls can be used. */
export type Controls = {
  play: Record<Audio, boolean>;
  finishAttempt: boolean;
  restart: boolean;
  previous: boolean;
  next: boolean;
  finish: boolean;
};

/** Derives what the learner can do now; `transition` ignores every event that this does not allow. */
export function controlsOf(practice: Practice): Controls {
  const { activity, index, segments } = practice;
  const busy = activity.kind === "recording" || activity.kind === "processing";
  const { hasTake, attempts } = currentSegment(practice);
  const originalPlays = activity.kind === "playing" && activity.audio === "original";
  const isLast = index === segments.length - 1;
  return {
    play: { original: !busy && !originalPlays, translation: !busy, own: !busy && hasTake },
    finishAttempt: activity.kind === "recording",
    restart: activity.kind === "recording" || (!busy && (hasTake || originalPlays || attempts > 1)),
    previous: !busy && index > 0,
    next: !busy && !isLast,
    finish: !busy && isLast,
  };
}

const stay = (practice: Practice): Transition => ({ practice, effects: [] });

function withCurrent(practice: Practice, change: Partial<SegmentPractice>): readonly SegmentPractice[] {
  return practice.segments.map((segment, at) => (at === practice.index ? { ...segment, ...change } : segment));
}

function play(practice: Practice, audio: Audio): Transition {
  const { activity, index } = practice;
  if (!controlsOf(practice).play[audio]) return stay(practice);
  if (activity.kind === "playing" && activity.audio === audio) {
    return { practice: { ...practice, activity: quiet }, effects: [{ type: "stop-audio" }] };
  }
  return {
    practice: { ...practice, activity: { kind: "playing", audio } },
    effects: [{ type: "stop-audio" }, { type: "play", audio, index }],
  };
}

function playbackEnded(practice: Practice, audio: Audio): Transition {
  const { activity, index } = practice;
  if (activity.kind !== "playing" || activity.audio !== audio) return stay(practice);
  if (audio === "original" && !currentSegment(practice).hasTake) {
    return {
      practice: { ...practice, activity: { kind: "recording" } },
      effects: [{ type: "start-recording", index }],
    };
  }
  return stay({ ...practice, activity: quiet });
}

function takeSaved(practice: Practice): Transition {
  if (practice.activity.kind !== "processing") return stay(practice);
  const { attempts } = currentSegment(practice);
  return {
    practice: {
      ...practice,
      activity: quiet,
      segments: withCurrent(practice, { hasTake: true, completed: true }),
    },
    effects: [{ type: "save-progress", index: practice.index, attempts, completed: true }],
  };
}

function confirmRestart(practice: Practice): Transition {
  if (practice.dialog !== "restart") return stay(practice);
  const closed: Practice = { ...practice, dialog: "none" };
  if (!controlsOf(practice).restart) return stay(closed);
  const attempts = currentSegment(practice).attempts + 1;
  const { index } = practice;
  return {
    practice: {
      ...closed,
      activity: { kind: "restarting" },
      segments: withCurrent(practice, { attempts, completed: false, hasTake: false }),
    },
    effects: [
      { type: "stop-audio" },
      ...(practice.activity.kind === "recording" ? [{ type: "discard-recording" } as const] : []),
      { type: "delete-take", index },
      { type: "save-progress", index, attempts, completed: false },
      { type: "schedule-auto-play", afterMs: autoPlayDelayMs },
    ],
  };
}

function goTo(practice: Practice, index: number): Transition {
  return {
    practice: { ...practice, index, activity: quiet, dialog: "none" },
    effects: [{ type: "stop-audio" }, { type: "load-segment", index }],
  };
}

/** A take of an earlier visit counts only until a segment is practised anew. */
function takeFound(practice: Practice, index: number): Transition {
  const { activity } = practice;
  const isUnderWay = index === practice.index && (activity.kind === "recording" || activity.kind === "processing");
  if (isUnderWay) return stay(practice);
  const segments = practice.segments.map((segment, at) =>
    at === index && segment.attempts === 1 ? { ...segment, hasTake: true } : segment,
  );
  return stay({ ...practice, segments });
}

/** Leaves an activity that failed or was given up. */
function abandon(practice: Practice, kind: Activity["kind"]): Transition {
  return stay(practice.activity.kind === kind ? { ...practice, activity: quiet } : practice);
}

/** The whole rule of practising: what an event makes of a practice, and what has to be done then. */
export function transition(practice: Practice, event: PracticeEvent): Transition {
  const controls = controlsOf(practice);
  switch (event.type) {
    case "play":
      return play(practice, event.audio);
    case "playback-ended":
      return playbackEnded(practice, event.audio);
    case "playback-failed": {
      const { activity } = practice;
      const failed = activity.kind === "playing" && activity.audio === event.audio;
      return stay(failed ? { ...practice, activity: quiet } : practice);
    }
    case "recording-failed":
      return abandon(practice, "recording");
    case "finish-attempt":
      if (!controls.finishAttempt) return stay(practice);
      return {
        practice: { ...practice, activity: { kind: "processing" }, dialog: "none" },
        effects: [{ type: "finish-recording", index: practice.index, attempt: currentSegment(practice).attempts }],
      };
    case "take-saved":
      return takeSaved(practice);
    case "take-lost":
      return abandon(practice, "processing");
    case "take-found":
      return takeFound(practice, event.index);
    case "ask-restart":
      return stay(controls.restart ? { ...practice, dialog: "restart" } : practice);
    case "confirm-restart":
      return confirmRestart(practice);
    case "auto-play-due":
      if (practice.activity.kind !== "restarting") return stay(practice);
      return play({ ...practice, activity: quiet }, "original");
    case "previous":
      return controls.previous ? goTo(practice, practice.index - 1) : stay(practice);
    case "next":
      return controls.next ? goTo(practice, practice.index + 1) : stay(practice);
    case "finish":
      if (!controls.finish) return stay(practice);
      return { practice: { ...practice, activity: quiet, dialog: "complete" }, effects: [{ type: "stop-audio" }] };
    case "dismiss-dialog":
      return stay({ ...practice, dialog: "none" });
  }
}
