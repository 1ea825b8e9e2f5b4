import {
  type ExamAttemptFacts,
  type ExamDialogue,
  type Interruption,
  maxInterruptions,
  maxRepeats,
  type SegmentFacts,
} from "./exam-attempt.ts";
import type { Exam } from "./exams.ts";

/** Positions from 0. */
export type SegmentPlace = { dialogue: number; segment: number };

type InterruptionKind = Interruption["kind"];

/** The step after a recording was saved or lost. */
type AfterSaving = { kind: "next" } | { kind: "repeat" } | { kind: "halt"; why: InterruptionKind } | { kind: "end" };

export type ExamSessionPhase =
  | { kind: "briefing" }
  | { kind: "readying" }
  | { kind: "hearing" }
  | { kind: "chime" }
  | { kind: "recording" }
  | { kind: "keeping"; next: AfterSaving }
  | { kind: "pause" }
  /** After an interruption. The learner can continue at the state's `place`. */
  | { kind: "halted"; why: InterruptionKind }
  | { kind: "over" };

export type ExamSessionState = { facts: ExamAttemptFacts; place: SegmentPlace; phase: ExamSessionPhase };

export type ExamSessionAudio = "segment" | "chime";

/** `at` is an ISO 8601 instant. */
export type ExamSessionEvent =
  | { type: "continue" }
  | { type: "microphone-ready"; at: string }
  | { type: "microphone-failed"; at: string }
  | { type: "playback-ended"; sound: ExamSessionAudio }
  | { type: "playback-failed"; sound: ExamSessionAudio; at: string }
  | { type: "next" }
  | { type: "repeat" }
  /** The recording could not start. */
  | { type: "recording-failed"; at: string }
  | { type: "recording-interrupted"; why: InterruptionKind }
  | { type: "recording-saved"; seconds: number; interrupted: boolean; at: string }
  | { type: "recording-lost"; at: string }
  | { type: "end"; at: string };

/** A transition lists its effects in the order in which to carry them out. */
export type ExamSessionEffect =
  | { type: "ready-microphone" }
  | ({ type: "play-segment" } & SegmentPlace)
  | { type: "play-chime" }
  | { type: "stop-audio" }
  /** `attempt` is 1 before the first repeat of the segment. */
  | ({ type: "start-recording"; attempt: number } & SegmentPlace)
  | { type: "finish-recording" }
  | { type: "save-facts"; facts: ExamAttemptFacts };

export type ExamSessionTransition = { run: ExamSessionState; effects: readonly ExamSessionEffect[] };

export type ExamSessionRules = Pick<Exam, "chime" | "freeRepeats">;

export function createExamSession(facts: ExamAttemptFacts): ExamSessionState {
  return { facts, place: { dialogue: 0, segment: 0 }, phase: { kind: "briefing" } };
}

/** @throws {RangeError} if the exam has no such dialogue */
export function dialogueAt({ facts }: Pick<ExamSessionState, "facts">, dialogue: number): ExamDialogue {
  const there = facts.dialogues[dialogue];
  if (!there) throw new RangeError(`The exam has no dialogue ${dialogue}`);
  return there;
}

export function segmentFactsAt(
  run: Pick<ExamSessionState, "facts">,
  { dialogue, segment }: SegmentPlace,
): SegmentFacts | null {
  return dialogueAt(run, dialogue).segments[segment] ?? null;
}

export function placeAfter(
  run: Pick<ExamSessionState, "facts">,
  { dialogue, segment }: SegmentPlace,
): SegmentPlace | null {
  if (segment + 1 < dialogueAt(run, dialogue).segments.length) return { dialogue, segment: segment + 1 };
  return dialogue + 1 < run.facts.dialogues.length ? { dialogue: dialogue + 1, segment: 0 } : null;
}

export function countRepeats({ segments }: ExamDialogue): number {
  return segments.reduce((sum, segment) => sum + (segment?.repeats ?? 0), 0);
}

export function repeatAvailability(
  run: ExamSessionState,
  { freeRepeats }: ExamSessionRules,
): "free" | "costs" | "impossible" {
  if (run.phase.kind !== "recording") return "impossible";
  if ((segmentFactsAt(run, run.place)?.repeats ?? 0) >= maxRepeats) return "impossible";
  return countRepeats(dialogueAt(run, run.place.dialogue)) < freeRepeats.value ? "free" : "costs";
}

export function addInterruption(
  facts: ExamAttemptFacts,
  { dialogue, segment }: SegmentPlace,
  kind: InterruptionKind,
  at: string,
): ExamAttemptFacts {
  const last = facts.interruptions.at(-1);
  const continuesSame = last?.kind === kind && last.dialogue === dialogue && last.segment === segment;
  if (continuesSame || facts.interruptions.length >= maxInterruptions) return facts;
  return { ...facts, interruptions: [...facts.interruptions, { at, dialogue, segment, kind }] };
}

export type FoundRecording = SegmentPlace & { attempt: number; seconds: number; interrupted: boolean };

function lastRecordingAt(recordings: readonly FoundRecording[], { dialogue, segment }: SegmentPlace) {
  return recordings
    .filter((recording) => recording.dialogue === dialogue && recording.segment === segment)
    .reduce<FoundRecording | null>(
      (last, recording) => (last && last.attempt > recording.attempt ? last : recording),
      null,
    );
}

function addFoundRecordings(facts: ExamAttemptFacts, recordings: readonly FoundRecording[]): ExamAttemptFacts {
  const complete = (known: SegmentFacts | null, dialogue: number, segment: number) => {
    const recording = lastRecordingAt(recordings, { dialogue, segment });
    return known && recording
      ? { ...known, take_seconds: recording.seconds, interrupted: recording.interrupted }
      : known;
  };
  return {
    ...facts,
    dialogues: facts.dialogues.map((dialogue, at) => ({
      ...dialogue,
      segments: dialogue.segments.map((segment, position) => complete(segment, at, position)),
    })),
  };
}

function listPlaces({ dialogues }: ExamAttemptFacts): readonly SegmentPlace[] {
  return dialogues.flatMap(({ segments }, dialogue) => segments.map((_, segment) => ({ dialogue, segment })));
}

export function phaseOnArrival({ dialogue, segment }: SegmentPlace): ExamSessionPhase {
  if (segment > 0) return { kind: "readying" };
  return { kind: dialogue === 0 ? "briefing" : "pause" };
}

/**
 * Returns true if the session ended before the recording of the segment, or of its repeat, was complete, and no
 * interruption is noted there.
 */
function isCutOff(facts: ExamAttemptFacts, place: SegmentPlace, recordings: readonly FoundRecording[]): boolean {
  const known = segmentFactsAt({ facts }, place);
  if (!known) return false;
  const isNoted = facts.interruptions.some(
    ({ at, dialogue, segment }) =>
      dialogue === place.dialogue && segment === place.segment && Date.parse(at) >= Date.parse(known.heard_at),
  );
  if (isNoted) return false;
  if (known.take_seconds === null) return true;
  const last = lastRecordingAt(recordings, place);
  if (!last) return false;
  return last.attempt <= known.repeats || (last.interrupted && !known.interrupted);
}

/** The exam resumes after the last segment that was heard, even if that segment has no recording. */
export function resumeExamSession(
  known: ExamAttemptFacts,
  recordings: readonly FoundRecording[],
  at: string,
): ExamSessionTransition {
  const places = listPlaces(known);
  const next = places.findIndex((place) => segmentFactsAt({ facts: known }, place) === null);
  const last = places[(next < 0 ? places.length : next) - 1];
  const brokeOff =
    last !== undefined &&
    known.outcome === "running" &&
    ((places[next]?.segment ?? 0) > 0 || isCutOff(known, last, recordings));
  const found = addFoundRecordings(known, recordings);
  const facts = last && brokeOff ? addInterruption(found, last, "left", at) : found;
  const place = places[next];
  if (place && known.outcome === "running") {
    const phase: ExamSessionPhase = place.segment > 0 ? { kind: "halted", why: "left" } : phaseOnArrival(place);
    return saveFacts({ facts, place, phase });
  }
  const lastHeard = last ?? { dialogue: 0, segment: 0 };
  const over = { place: lastHeard, phase: { kind: "over" } } as const;
  return saveFacts({
    facts: known.outcome === "running" ? { ...facts, outcome: "finished", ended_at: at } : facts,
    ...over,
  });
}

export function saveFacts(
  { facts, ...run }: ExamSessionState,
  effects: readonly ExamSessionEffect[] = [],
): ExamSessionTransition {
  const next = { ...facts, revision: facts.revision + 1 };
  return { run: { ...run, facts: next }, effects: [...effects, { type: "save-facts", facts: next }] };
}
