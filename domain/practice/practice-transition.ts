import {
  type Activity,
  autoPlayDelayMs,
  controlsOf,
  currentSegment,
  isOriginalPlaying,
  nextAttempt,
  type Practice,
  type PracticeEvent,
  type PracticeTransition,
  type RecordingRef,
  type SegmentPractice,
  withUniqueAttempts,
} from "./practice.ts";
import { choosePart, clearLoop, isPlaying, play, toggleLoop } from "./practice-playback.ts";

type EventOf<Type extends PracticeEvent["type"]> = Extract<PracticeEvent, { type: Type }>;

const quiet: Activity = { kind: "quiet" };

const stay = (practice: Practice): PracticeTransition => ({ practice, effects: [] });

function replaceSegment(
  practice: Practice,
  index: number,
  change: Partial<SegmentPractice>,
): readonly SegmentPractice[] {
  return practice.segments.map((segment, at) => (at === index ? { ...segment, ...change } : segment));
}

function playbackEnded(practice: Practice, { audio }: EventOf<"playback-ended">): PracticeTransition {
  const { activity, index } = practice;
  if (activity.kind !== "playing" || activity.audio !== audio) return stay(practice);
  const segment = currentSegment(practice);
  if (audio === "original" && segment.currentRecording === null) {
    return {
      practice: { ...practice, activity: { kind: "recording" } },
      effects: [{ type: "start-recording", index, attempt: nextAttempt(segment) }],
    };
  }
  return stay({ ...practice, activity: quiet });
}

function finishRecording(practice: Practice): PracticeTransition {
  if (practice.activity.kind !== "recording") return stay(practice);
  return {
    practice: { ...practice, activity: { kind: "processing" }, dialog: "none" },
    effects: [{ type: "finish-recording", index: practice.index }],
  };
}

function mergeRecordings(known: readonly RecordingRef[], found: readonly RecordingRef[]): readonly RecordingRef[] {
  const others = found.filter(({ number }) => !known.some((recording) => recording.number === number));
  return others.length === 0 ? known : withUniqueAttempts([...known, ...others]);
}

function recordingSaved(practice: Practice, { recording }: EventOf<"recording-saved">): PracticeTransition {
  if (practice.activity.kind !== "processing") return stay(practice);
  const { index } = practice;
  const { attempts, recordings } = currentSegment(practice);
  return {
    practice: {
      ...practice,
      activity: quiet,
      segments: replaceSegment(practice, index, {
        recordings: mergeRecordings(recordings, [recording]),
        currentRecording: recording.number,
        completed: true,
      }),
    },
    effects: [{ type: "save-progress", index, attempts, completed: true }],
  };
}

function recordingsFound(
  practice: Practice,
  { index, recordings: found }: EventOf<"recordings-found">,
): PracticeTransition {
  const segment = practice.segments[index];
  if (!segment) return stay(practice);
  const { kind } = practice.activity;
  const recordings = mergeRecordings(segment.recordings, found);
  const isPractised =
    practice.startsAfresh === true ||
    segment.attempts > 1 ||
    (index === practice.index && (kind === "recording" || kind === "processing"));
  const recording = isPractised
    ? segment.currentRecording
    : (segment.currentRecording ?? recordings.at(-1)?.number ?? null);
  return stay({
    ...practice,
    segments: replaceSegment(practice, index, { recordings: recordings, currentRecording: recording }),
  });
}

function progressFound(practice: Practice, { segments: found }: EventOf<"progress-found">): PracticeTransition {
  const segments = practice.segments.map((segment, at) => {
    const row = found.find(({ index }) => index === at);
    if (!row || segment.attempts > 1) return segment;
    return { ...segment, known: true, completed: segment.completed || row.completed };
  });
  return stay({ ...practice, segments });
}

function recordingStored(
  practice: Practice,
  { index, former, recording }: EventOf<"recording-stored">,
): PracticeTransition {
  const segment = practice.segments[index];
  if (!segment?.recordings.some(({ number }) => number === former)) return stay(practice);
  const others = segment.recordings.filter(({ number }) => number !== former && number !== recording.number);
  const { activity } = practice;
  const plays = index === practice.index && isPlaying(activity, { kind: "playing", audio: "own", recording: former });
  return stay({
    ...practice,
    activity: plays ? { kind: "playing", audio: "own", recording: recording.number } : activity,
    segments: replaceSegment(practice, index, {
      recordings: withUniqueAttempts([...others, recording]),
      currentRecording: segment.currentRecording === former ? recording.number : segment.currentRecording,
    }),
  });
}

function recordingRemoved(practice: Practice, { index, number }: EventOf<"recording-removed">): PracticeTransition {
  const segment = practice.segments[index];
  if (!segment?.recordings.some((recording) => recording.number === number)) return stay(practice);
  const recordings = segment.recordings.filter((recording) => recording.number !== number);
  const isPresent = segment.currentRecording === number;
  const segments = replaceSegment(practice, index, {
    recordings: recordings,
    currentRecording: isPresent ? null : segment.currentRecording,
  });
  if (index !== practice.index) return stay({ ...practice, segments });
  const { activity } = practice;
  const isHeard = isPlaying(activity, { kind: "playing", audio: "own", recording: number });
  // Without a current recording, the end of the original starts a recording. A repeat may not have played the whole
  // original, so the repeat stops, even if it is paused.
  const isHeardAgain = isPresent && (isOriginalPlaying(activity) || activity.kind === "paused");
  const left = isPresent ? { ...practice, segments, loop: null } : { ...practice, segments };
  const effects = isPresent ? clearLoop(practice) : [];
  if (!isHeard && !isHeardAgain) return { practice: left, effects };
  return { practice: { ...left, activity: quiet }, effects: [{ type: "stop-audio" }, ...effects] };
}

/**
 * Stops current or scheduled playback, so that no recording starts behind the dialog. A running recording continues.
 */
function openDialog(practice: Practice, dialog: Practice["dialog"]): PracticeTransition {
  const { kind } = practice.activity;
  if (kind !== "playing" && kind !== "paused" && kind !== "restarting") return stay({ ...practice, dialog });
  return { practice: { ...practice, dialog, activity: quiet }, effects: [{ type: "stop-audio" }] };
}

function confirmRestart(practice: Practice): PracticeTransition {
  if (practice.dialog !== "restart") return stay(practice);
  const attempts = currentSegment(practice).attempts + 1;
  const { index } = practice;
  return {
    practice: {
      ...practice,
      dialog: "none",
      activity: { kind: "restarting" },
      loop: null,
      segments: replaceSegment(practice, index, { attempts, completed: false, currentRecording: null }),
    },
    effects: [
      { type: "stop-audio" },
      ...clearLoop(practice),
      ...(practice.activity.kind === "recording" ? [{ type: "discard-recording" } as const] : []),
      { type: "save-progress", index, attempts, completed: false },
      { type: "schedule-auto-play", afterMs: autoPlayDelayMs },
    ],
  };
}

function goTo(practice: Practice, index: number): PracticeTransition {
  return {
    practice: { ...practice, index, activity: quiet, loop: null },
    effects: [{ type: "stop-audio" }, ...clearLoop(practice), { type: "load-segment", index }],
  };
}

function canGoTo({ index: present, segments }: Practice, index: number): boolean {
  return index !== present && segments[index] !== undefined;
}

function abandon(practice: Practice, kind: Activity["kind"]): PracticeTransition {
  return stay(practice.activity.kind === kind ? { ...practice, activity: quiet } : practice);
}

function playbackFailed(practice: Practice, { audio }: EventOf<"playback-failed">): PracticeTransition {
  const { activity } = practice;
  if (activity.kind === "paused" && audio === "original") return abandon(practice, "paused");
  return activity.kind === "playing" && activity.audio === audio ? abandon(practice, "playing") : stay(practice);
}

export function practiceTransition(practice: Practice, event: PracticeEvent): PracticeTransition {
  const controls = controlsOf(practice);
  const { activity, dialog, index } = practice;
  switch (event.type) {
    case "play":
      return play(practice, event);
    case "toggle-loop":
      return toggleLoop(practice);
    case "choose-part":
      return choosePart(practice, event.part);
    case "playback-ended":
      return playbackEnded(practice, event);
    case "playback-failed":
      return playbackFailed(practice, event);
    case "recording-failed":
      return activity.kind === "recording" ? stay({ ...practice, activity: quiet, dialog: "none" }) : stay(practice);
    case "recording-interrupted":
      return finishRecording(practice);
    case "finish-attempt":
      return controls.finishAttempt ? finishRecording(practice) : stay(practice);
    case "recording-saved":
      return recordingSaved(practice, event);
    case "recording-lost":
      return abandon(practice, "processing");
    case "recordings-found":
      return recordingsFound(practice, event);
    case "progress-found":
      return progressFound(practice, event);
    case "recording-stored":
      return recordingStored(practice, event);
    case "recording-removed":
      return recordingRemoved(practice, event);
    case "ask-restart":
      return controls.restart ? openDialog(practice, "restart") : stay(practice);
    case "confirm-restart":
      return confirmRestart(practice);
    case "ask-leave":
      return activity.kind === "recording" ? openDialog(practice, "leave") : stay(practice);
    case "ask-clear":
      return dialog === "none" ? openDialog(practice, "clear") : stay(practice);
    case "ask-delete":
      return controls.recordings ? openDialog(practice, "delete") : stay(practice);
    case "auto-play-due":
      if (activity.kind !== "restarting") return stay(practice);
      return play({ ...practice, activity: quiet }, { type: "play", audio: "original" });
    case "previous":
      return controls.previous ? goTo(practice, index - 1) : stay(practice);
    case "next":
      return controls.next ? goTo(practice, index + 1) : stay(practice);
    case "go-to":
      return controls.goTo && canGoTo(practice, event.index) ? goTo(practice, event.index) : stay(practice);
    case "finish":
      return controls.finish ? openDialog(practice, "complete") : stay(practice);
    case "dismiss-dialog":
      return stay({ ...practice, dialog: "none" });
  }
}
