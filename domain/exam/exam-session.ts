import {
  type ExamAttemptFacts,
  type ExamDialogue,
  type Interruption,
  maxInterruptions,
  maxRepeats,
  type SegmentFacts,
} from "./exam-attempt.ts";
import type { Exam } from "./exams.ts";

/** Where a mock is, by positions from 0. */
export type SegmentPlace = { dialogue: number; segment: number };

type InterruptionKind = Interruption["kind"];

/** What follows once a take is kept; `halt` says why the mock stands still then. */
type AfterSaving = { kind: "next" } | { kind: "repeat" } | { kind: "halt"; why: InterruptionKind } | { kind: "end" };

/** What is happening now; only one thing can. */
export type ExamSessionPhase =
  /** Who speaks, where, about what is read, before the dialogue's first segment. */
  | { kind: "briefing" }
  /** The microphone is made ready for what comes next. */
  | { kind: "readying" }
  | { kind: "hearing" }
  /** The sound that says that it is the candidate's turn. */
  | { kind: "chime" }
  | { kind: "recording" }
  | { kind: "keeping"; next: AfterSaving }
  /** Between two dialogues. */
  | { kind: "pause" }
  /** Something came between: the mock stands still before the segment at its place until the candidate goes on. */
  | { kind: "halted"; why: InterruptionKind }
  | { kind: "over" };

/** A mock exam while it is sat. */
export type ExamSessionState = { facts: ExamAttemptFacts; place: SegmentPlace; phase: ExamSessionPhase };

/** A sound that plays in a mock. */
export type ExamSessionAudio = "segment" | "chime";

/** `at` is when it happened, as ISO 8601. */
export type ExamSessionEvent =
  /** The briefing was read, the pause is over, or the candidate is ready again. */
  | { type: "go-on" }
  | { type: "microphone-ready"; at: string }
  | { type: "microphone-failed"; at: string }
  | { type: "playback-ended"; sound: ExamSessionAudio }
  | { type: "playback-failed"; sound: ExamSessionAudio; at: string }
  /** The candidate has said what there is to say. */
  | { type: "next" }
  /** The candidate asks to hear the segment again. */
  | { type: "repeat" }
  /** Nothing is recorded, or nothing more: of the former there is nothing to keep. */
  | { type: "recording-failed"; at: string }
  | { type: "recording-interrupted"; why: InterruptionKind }
  | { type: "take-kept"; seconds: number; interrupted: boolean; at: string }
  | { type: "take-lost"; at: string }
  /** The candidate gives the mock up. */
  | { type: "end"; at: string };

/** What the world has to do after a transition, in this order. */
export type ExamSessionEffect =
  | { type: "ready-microphone" }
  | ({ type: "play-segment" } & SegmentPlace)
  | { type: "play-chime" }
  | { type: "stop-audio" }
  /** `turn` counts from 1, one more with each repeat. */
  | ({ type: "start-recording"; attempt: number } & SegmentPlace)
  | { type: "finish-recording" }
  | { type: "save-facts"; facts: ExamAttemptFacts };

export type ExamSessionTransition = { run: ExamSessionState; effects: readonly ExamSessionEffect[] };

/** The conditions of an exam that its course follows from. */
export type ExamSessionRules = Pick<Exam, "chime" | "freeRepeats">;

/** A mock at its beginning: the first briefing is read. */
export function createExamSession(facts: ExamAttemptFacts): ExamSessionState {
  return { facts, place: { dialogue: 0, segment: 0 }, phase: { kind: "briefing" } };
}

/** The dialogue at a place. @throws {RangeError} if the mock has none there */
export function dialogueAt({ facts }: Pick<ExamSessionState, "facts">, dialogue: number): ExamDialogue {
  const there = facts.dialogues[dialogue];
  if (!there) throw new RangeError(`The mock has no dialogue ${dialogue}`);
  return there;
}

/** What is known of a segment; null for one that was not heard yet. */
export function segmentFactsAt(
  run: Pick<ExamSessionState, "facts">,
  { dialogue, segment }: SegmentPlace,
): SegmentFacts | null {
  return dialogueAt(run, dialogue).segments[segment] ?? null;
}

/** The place after one; null after the last. */
export function placeAfter(
  run: Pick<ExamSessionState, "facts">,
  { dialogue, segment }: SegmentPlace,
): SegmentPlace | null {
  if (segment + 1 < dialogueAt(run, dialogue).segments.length) return { dialogue, segment: segment + 1 };
  return dialogue + 1 < run.facts.dialogues.length ? { dialogue: dialogue + 1, segment: 0 } : null;
}

/** How often segments of a dialogue were heard again. */
export function countRepeats({ segments }: ExamDialogue): number {
  return segments.reduce((sum, segment) => sum + (segment?.repeats ?? 0), 0);
}

/** Whether the present segment may be heard again, and whether that costs. */
export function repeatAvailability(
  run: ExamSessionState,
  { freeRepeats }: ExamSessionRules,
): "free" | "costs" | "impossible" {
  if (run.phase.kind !== "recording") return "impossible";
  if ((segmentFactsAt(run, run.place)?.repeats ?? 0) >= maxRepeats) return "impossible";
  return countRepeats(dialogueAt(run, run.place.dialogue)) < freeRepeats.value ? "free" : "costs";
}

/** Adds an interruption at a place, as far as there is room for it; one that goes on there is noted once. */
export function addInterruption(
  facts: ExamAttemptFacts,
  { dialogue, segment }: SegmentPlace,
  kind: InterruptionKind,
  at: string,
): ExamAttemptFacts {
  const last = facts.interruptions.at(-1);
  const goesOn = last?.kind === kind && last.dialogue === dialogue && last.segment === segment;
  if (goesOn || facts.interruptions.length >= maxInterruptions) return facts;
  return { ...facts, interruptions: [...facts.interruptions, { at, dialogue, segment, kind }] };
}

/** A take that was found on the device, by which a mock that broke off is completed. */
export type FoundRecording = SegmentPlace & { attempt: number; seconds: number; interrupted: boolean };

function addFoundRecordings(facts: ExamAttemptFacts, takes: readonly FoundRecording[]): ExamAttemptFacts {
  const lastAt = (dialogue: number, segment: number) =>
    takes
      .filter((take) => take.dialogue === dialogue && take.segment === segment)
      .reduce<FoundRecording | null>((last, take) => (last && last.attempt > take.attempt ? last : take), null);
  const complete = (known: SegmentFacts | null, dialogue: number, segment: number) => {
    const take = lastAt(dialogue, segment);
    return known && take ? { ...known, take_seconds: take.seconds, interrupted: take.interrupted } : known;
  };
  return {
    ...facts,
    dialogues: facts.dialogues.map((dialogue, at) => ({
      ...dialogue,
      segments: dialogue.segments.map((segment, position) => complete(segment, at, position)),
    })),
  };
}

/** The places of a mock in the order in which they are heard. */
function listPlaces({ dialogues }: ExamAttemptFacts): readonly SegmentPlace[] {
  return dialogues.flatMap(({ segments }, dialogue) => segments.map((_, segment) => ({ dialogue, segment })));
}

/** How a mock stands at a place that it comes to by itself. */
export function phaseOnArrival({ dialogue, segment }: SegmentPlace): ExamSessionPhase {
  if (segment > 0) return { kind: "readying" };
  return { kind: dialogue === 0 ? "briefing" : "pause" };
}

/**
 * A mock that broke off, as it goes on: at the segment after the last that was heard, with the interruption noted and with
 * what was found of its takes. One whose last segment was heard is over.
 */
export function resumeExamSession(
  known: ExamAttemptFacts,
  takes: readonly FoundRecording[],
  at: string,
): ExamSessionTransition {
  const places = listPlaces(known);
  const next = places.findIndex((place) => segmentFactsAt({ facts: known }, place) === null);
  const last = places[(next < 0 ? places.length : next) - 1];
  const brokeOff =
    last !== undefined &&
    known.outcome === "running" &&
    ((places[next]?.segment ?? 0) > 0 || segmentFactsAt({ facts: known }, last)?.take_seconds === null);
  const found = addFoundRecordings(known, takes);
  const facts = last && brokeOff ? addInterruption(found, last, "left", at) : found;
  const place = places[next];
  if (place && known.outcome === "running") {
    const phase: ExamSessionPhase = place.segment > 0 ? { kind: "halted", why: "left" } : phaseOnArrival(place);
    return saveFacts({ facts, place, phase });
  }
  const stands = last ?? { dialogue: 0, segment: 0 };
  const over = { place: stands, phase: { kind: "over" } } as const;
  return saveFacts({
    facts: known.outcome === "running" ? { ...facts, outcome: "finished", ended_at: at } : facts,
    ...over,
  });
}

/** The run with its facts written down anew. */
export function saveFacts(
  { facts, ...run }: ExamSessionState,
  effects: readonly ExamSessionEffect[] = [],
): ExamSessionTransition {
  const next = { ...facts, revision: facts.revision + 1 };
  return { run: { ...run, facts: next }, effects: [...effects, { type: "save-facts", facts: next }] };
}
