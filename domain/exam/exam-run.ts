import {
  type ExamAttemptFacts,
  type ExamDialogue,
  type Interruption,
  mostInterruptions,
  mostRepeats,
  type SegmentFacts,
} from "./exam-attempt.ts";
import type { Exam } from "./exams.ts";

/** Where a mock is, by positions from 0. */
export type RunPlace = { dialogue: number; segment: number };

type InterruptionKind = Interruption["kind"];

/** What follows once a take is kept; `halt` says why the mock stands still then. */
type AfterKeeping = { kind: "next" } | { kind: "repeat" } | { kind: "halt"; why: InterruptionKind } | { kind: "end" };

/** What is happening now; only one thing can. */
export type RunPhase =
  /** Who speaks, where, about what is read, before the dialogue's first segment. */
  | { kind: "briefing" }
  /** The microphone is made ready for what comes next. */
  | { kind: "readying" }
  | { kind: "hearing" }
  /** The sound that says that it is the candidate's turn. */
  | { kind: "chime" }
  | { kind: "recording" }
  | { kind: "keeping"; next: AfterKeeping }
  /** Between two dialogues. */
  | { kind: "pause" }
  /** Something came between: the mock stands still before the segment at its place until the candidate goes on. */
  | { kind: "halted"; why: InterruptionKind }
  | { kind: "over" };

/** A mock exam while it is sat. */
export type ExamRun = { facts: ExamAttemptFacts; place: RunPlace; phase: RunPhase };

/** A sound that plays in a mock. */
export type RunSound = "segment" | "chime";

/** `at` is when it happened, as ISO 8601. */
export type ExamRunEvent =
  /** The briefing was read, the pause is over, or the candidate is ready again. */
  | { type: "go-on" }
  | { type: "microphone-ready"; at: string }
  | { type: "microphone-failed"; at: string }
  | { type: "playback-ended"; sound: RunSound }
  | { type: "playback-failed"; sound: RunSound; at: string }
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
export type ExamRunEffect =
  | { type: "ready-microphone" }
  | ({ type: "play-segment" } & RunPlace)
  | { type: "play-chime" }
  | { type: "stop-audio" }
  /** `turn` counts from 1, one more with each repeat. */
  | ({ type: "start-recording"; turn: number } & RunPlace)
  | { type: "finish-recording" }
  | { type: "save-facts"; facts: ExamAttemptFacts };

export type ExamRunTransition = { run: ExamRun; effects: readonly ExamRunEffect[] };

/** The conditions of an exam that its course follows from. */
export type RunRules = Pick<Exam, "chime" | "freeRepeats">;

/** A mock at its beginning: the first briefing is read. */
export function openRun(facts: ExamAttemptFacts): ExamRun {
  return { facts, place: { dialogue: 0, segment: 0 }, phase: { kind: "briefing" } };
}

/** The dialogue at a place. @throws {RangeError} if the mock has none there */
export function dialogueAt({ facts }: Pick<ExamRun, "facts">, dialogue: number): ExamDialogue {
  const there = facts.dialogues[dialogue];
  if (!there) throw new RangeError(`The mock has no dialogue ${dialogue}`);
  return there;
}

/** What is known of a segment; null for one that was not heard yet. */
export function segmentFactsAt(run: Pick<ExamRun, "facts">, { dialogue, segment }: RunPlace): SegmentFacts | null {
  return dialogueAt(run, dialogue).segments[segment] ?? null;
}

/** The place after one; null after the last. */
export function placeAfter(run: Pick<ExamRun, "facts">, { dialogue, segment }: RunPlace): RunPlace | null {
  if (segment + 1 < dialogueAt(run, dialogue).segments.length) return { dialogue, segment: segment + 1 };
  return dialogue + 1 < run.facts.dialogues.length ? { dialogue: dialogue + 1, segment: 0 } : null;
}

/** How often segments of a dialogue were heard again. */
export function repeatsIn({ segments }: ExamDialogue): number {
  return segments.reduce((sum, segment) => sum + (segment?.repeats ?? 0), 0);
}

/** Whether the present segment may be heard again, and whether that costs. */
export function repeatOf(run: ExamRun, { freeRepeats }: RunRules): "free" | "costs" | "impossible" {
  if (run.phase.kind !== "recording") return "impossible";
  if ((segmentFactsAt(run, run.place)?.repeats ?? 0) >= mostRepeats) return "impossible";
  return repeatsIn(dialogueAt(run, run.place.dialogue)) < freeRepeats.value ? "free" : "costs";
}

/** Adds an interruption at a place, as far as there is room for it; one that goes on there is noted once. */
export function withInterruption(
  facts: ExamAttemptFacts,
  { dialogue, segment }: RunPlace,
  kind: InterruptionKind,
  at: string,
): ExamAttemptFacts {
  const last = facts.interruptions.at(-1);
  const goesOn = last?.kind === kind && last.dialogue === dialogue && last.segment === segment;
  if (goesOn || facts.interruptions.length >= mostInterruptions) return facts;
  return { ...facts, interruptions: [...facts.interruptions, { at, dialogue, segment, kind }] };
}

/** A take that was found on the device, by which a mock that broke off is completed. */
export type FoundTake = RunPlace & { turn: number; seconds: number; interrupted: boolean };

function withFoundTakes(facts: ExamAttemptFacts, takes: readonly FoundTake[]): ExamAttemptFacts {
  const lastAt = (dialogue: number, segment: number) =>
    takes
      .filter((take) => take.dialogue === dialogue && take.segment === segment)
      .reduce<FoundTake | null>((last, take) => (last && last.turn > take.turn ? last : take), null);
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
function placesOf({ dialogues }: ExamAttemptFacts): readonly RunPlace[] {
  return dialogues.flatMap(({ segments }, dialogue) => segments.map((_, segment) => ({ dialogue, segment })));
}

/** How a mock stands at a place that it comes to by itself. */
export function arriveAt({ dialogue, segment }: RunPlace): RunPhase {
  if (segment > 0) return { kind: "readying" };
  return { kind: dialogue === 0 ? "briefing" : "pause" };
}

/**
 * A mock that broke off, as it goes on: at the segment after the last that was heard, with the interruption noted and with
 * what was found of its takes. One whose last segment was heard is over.
 */
export function resumeRun(known: ExamAttemptFacts, takes: readonly FoundTake[], at: string): ExamRunTransition {
  const places = placesOf(known);
  const next = places.findIndex((place) => segmentFactsAt({ facts: known }, place) === null);
  const last = places[(next < 0 ? places.length : next) - 1];
  const brokeOff =
    last !== undefined &&
    known.outcome === "running" &&
    ((places[next]?.segment ?? 0) > 0 || segmentFactsAt({ facts: known }, last)?.take_seconds === null);
  const found = withFoundTakes(known, takes);
  const facts = last && brokeOff ? withInterruption(found, last, "left", at) : found;
  const place = places[next];
  if (place && known.outcome === "running") {
    const phase: RunPhase = place.segment > 0 ? { kind: "halted", why: "left" } : arriveAt(place);
    return saved({ facts, place, phase });
  }
  const stands = last ?? { dialogue: 0, segment: 0 };
  const over = { place: stands, phase: { kind: "over" } } as const;
  return saved({
    facts: known.outcome === "running" ? { ...facts, outcome: "finished", ended_at: at } : facts,
    ...over,
  });
}

/** The run with its facts written down anew. */
export function saved({ facts, ...run }: ExamRun, effects: readonly ExamRunEffect[] = []): ExamRunTransition {
  const next = { ...facts, revision: facts.revision + 1 };
  return { run: { ...run, facts: next }, effects: [...effects, { type: "save-facts", facts: next }] };
}
