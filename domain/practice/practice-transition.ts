import {
  type Activity,
  autoPlayDelayMs,
  controlsOf,
  currentSegment,
  isOriginal,
  nextAttempt,
  type Practice,
  type PracticeEvent,
  type SegmentPractice,
  type TakeRef,
  type Transition,
  withOwnAttempts,
} from "./practice.ts";
import { choosePart, isSame, play, toggleLoop, withoutLoop } from "./practice-playing.ts";

type Of<Type extends PracticeEvent["type"]> = Extract<PracticeEvent, { type: Type }>;

const quiet: Activity = { kind: "quiet" };

const stay = (practice: Practice): Transition => ({ practice, effects: [] });

function withSegment(practice: Practice, index: number, change: Partial<SegmentPractice>): readonly SegmentPractice[] {
  return practice.segments.map((segment, at) => (at === index ? { ...segment, ...change } : segment));
}

function playbackEnded(practice: Practice, { audio }: Of<"playback-ended">): Transition {
  const { activity, index } = practice;
  if (activity.kind !== "playing" || activity.audio !== audio) return stay(practice);
  const segment = currentSegment(practice);
  if (audio === "original" && segment.take === null) {
    return {
      practice: { ...practice, activity: { kind: "recording" } },
      effects: [{ type: "start-recording", index, attempt: nextAttempt(segment) }],
    };
  }
  return stay({ ...practice, activity: quiet });
}

function finishRecording(practice: Practice): Transition {
  if (practice.activity.kind !== "recording") return stay(practice);
  return {
    practice: { ...practice, activity: { kind: "processing" }, dialog: "none" },
    effects: [{ type: "finish-recording", index: practice.index }],
  };
}

/** Both lists in one, oldest first; each take once. */
function merge(known: readonly TakeRef[], found: readonly TakeRef[]): readonly TakeRef[] {
  const others = found.filter(({ number }) => !known.some((take) => take.number === number));
  return others.length === 0 ? known : withOwnAttempts([...known, ...others]);
}

function takeSaved(practice: Practice, { take }: Of<"take-saved">): Transition {
  if (practice.activity.kind !== "processing") return stay(practice);
  const { index } = practice;
  const { attempts, takes } = currentSegment(practice);
  return {
    practice: {
      ...practice,
      activity: quiet,
      segments: withSegment(practice, index, { takes: merge(takes, [take]), take: take.number, completed: true }),
    },
    effects: [{ type: "save-progress", index, attempts, completed: true }],
  };
}

/** A stored take counts as the present one only until the segment is practised again. */
function takesFound(practice: Practice, { index, takes: found }: Of<"takes-found">): Transition {
  const segment = practice.segments[index];
  if (!segment) return stay(practice);
  const { kind } = practice.activity;
  const takes = merge(segment.takes, found);
  const isPractised =
    segment.attempts > 1 || (index === practice.index && (kind === "recording" || kind === "processing"));
  const take = isPractised ? segment.take : (segment.take ?? takes.at(-1)?.number ?? null);
  return stay({ ...practice, segments: withSegment(practice, index, { takes, take }) });
}

/** Progress made elsewhere counts, unless the segment was restarted here. */
function progressFound(practice: Practice, { segments: found }: Of<"progress-found">): Transition {
  const segments = practice.segments.map((segment, at) => {
    const row = found.find(({ index }) => index === at);
    if (!row || segment.attempts > 1) return segment;
    return { ...segment, known: true, completed: segment.completed || row.completed };
  });
  return stay({ ...practice, segments });
}

function takeStored(practice: Practice, { index, former, take }: Of<"take-stored">): Transition {
  const segment = practice.segments[index];
  if (!segment?.takes.some(({ number }) => number === former)) return stay(practice);
  const others = segment.takes.filter(({ number }) => number !== former && number !== take.number);
  const { activity } = practice;
  const plays = index === practice.index && isSame(activity, { kind: "playing", audio: "own", take: former });
  return stay({
    ...practice,
    activity: plays ? { kind: "playing", audio: "own", take: take.number } : activity,
    segments: withSegment(practice, index, {
      takes: withOwnAttempts([...others, take]),
      take: segment.take === former ? take.number : segment.take,
    }),
  });
}

function takeRemoved(practice: Practice, { index, number }: Of<"take-removed">): Transition {
  const segment = practice.segments[index];
  if (!segment?.takes.some((take) => take.number === number)) return stay(practice);
  const takes = segment.takes.filter((take) => take.number !== number);
  const isPresent = segment.take === number;
  const segments = withSegment(practice, index, { takes, take: isPresent ? null : segment.take });
  if (index !== practice.index) return stay({ ...practice, segments });
  const { activity } = practice;
  const isHeard = isSame(activity, { kind: "playing", audio: "own", take: number });
  // Without its take, the original is not heard again, but for the first time: that is done from its beginning.
  const isHeardAgain = isPresent && (isOriginal(activity) || activity.kind === "paused");
  const left = isPresent ? { ...practice, segments, loop: null } : { ...practice, segments };
  const effects = isPresent ? withoutLoop(practice) : [];
  if (!isHeard && !isHeardAgain) return { practice: left, effects };
  return { practice: { ...left, activity: quiet }, effects: [{ type: "stop-audio" }, ...effects] };
}

/** A dialog stops what plays or is about to, so that no recording can begin behind it. A running recording goes on. */
function openDialog(practice: Practice, dialog: Practice["dialog"]): Transition {
  const { kind } = practice.activity;
  if (kind !== "playing" && kind !== "paused" && kind !== "restarting") return stay({ ...practice, dialog });
  return { practice: { ...practice, dialog, activity: quiet }, effects: [{ type: "stop-audio" }] };
}

function confirmRestart(practice: Practice): Transition {
  if (practice.dialog !== "restart") return stay(practice);
  const attempts = currentSegment(practice).attempts + 1;
  const { index } = practice;
  return {
    practice: {
      ...practice,
      dialog: "none",
      activity: { kind: "restarting" },
      loop: null,
      segments: withSegment(practice, index, { attempts, completed: false, take: null }),
    },
    effects: [
      { type: "stop-audio" },
      ...withoutLoop(practice),
      ...(practice.activity.kind === "recording" ? [{ type: "discard-recording" } as const] : []),
      { type: "save-progress", index, attempts, completed: false },
      { type: "schedule-auto-play", afterMs: autoPlayDelayMs },
    ],
  };
}

function goTo(practice: Practice, index: number): Transition {
  return {
    practice: { ...practice, index, activity: quiet, loop: null },
    effects: [{ type: "stop-audio" }, ...withoutLoop(practice), { type: "load-segment", index }],
  };
}

function canGoTo({ index: present, segments }: Practice, index: number): boolean {
  return index !== present && segments[index] !== undefined;
}

/** Leaves an activity that failed or was given up. */
function abandon(practice: Practice, kind: Activity["kind"]): Transition {
  return stay(practice.activity.kind === kind ? { ...practice, activity: quiet } : practice);
}

function playbackFailed(practice: Practice, { audio }: Of<"playback-failed">): Transition {
  const { activity } = practice;
  if (activity.kind === "paused" && audio === "original") return abandon(practice, "paused");
  return activity.kind === "playing" && activity.audio === audio ? abandon(practice, "playing") : stay(practice);
}

/** The whole rule of practising: what an event makes of a practice, and what has to be done then. */
export function transition(practice: Practice, event: PracticeEvent): Transition {
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
      return abandon(practice, "recording");
    case "recording-interrupted":
      return finishRecording(practice);
    case "finish-attempt":
      return controls.finishAttempt ? finishRecording(practice) : stay(practice);
    case "take-saved":
      return takeSaved(practice, event);
    case "take-lost":
      return abandon(practice, "processing");
    case "takes-found":
      return takesFound(practice, event);
    case "progress-found":
      return progressFound(practice, event);
    case "take-stored":
      return takeStored(practice, event);
    case "take-removed":
      return takeRemoved(practice, event);
    case "ask-restart":
      return controls.restart ? openDialog(practice, "restart") : stay(practice);
    case "confirm-restart":
      return confirmRestart(practice);
    case "ask-leave":
      return activity.kind === "recording" ? openDialog(practice, "leave") : stay(practice);
    case "ask-clear":
      return dialog === "none" ? openDialog(practice, "clear") : stay(practice);
    case "ask-delete":
      return controls.takes ? openDialog(practice, "delete") : stay(practice);
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
