import { type ScoringUnit, unitKinds } from "../content/pack.ts";
import type { ExamAttemptFacts, Marking, MarkingChange, MarkingSummary, UnitOutcome } from "./exam-attempt.ts";
import { markedSegments, markerOf, type Note, notesOf, outcomesOf, type Place, ticksOf } from "./exam-marking.ts";
import { type ErrorKind, type Exam, errorKinds } from "./exams.ts";

type AttemptDialogues = Pick<ExamAttemptFacts, "dialogues">;
type UnitKind = ScoringUnit["kind"];

/** `dialogue` is a position from 0. */
export type TickedUnit = { dialogue: number; kind: UnitKind; outcome: UnitOutcome };

/** In marks. `of` is the maximum. `lost` is the deduction, which may exceed the maximum. */
export type DialogueResult = { of: number; lost: number; marks: number; passed: boolean };

/** A reason why an exam attempt does not pass. */
export type Shortfall =
  | { kind: "unheard"; segments: number }
  | { kind: "dialogue"; dialogue: number; marks: number; least: number }
  | { kind: "total"; marks: number; least: number };

export type ExamOutcome = {
  dialogues: DialogueResult[];
  marks: number;
  of: number;
  passed: boolean;
  shortfalls: Shortfall[];
};

/** `begun` if a heard segment is marked or has a noted error, `unheard` if no segment was heard. */
export type DialogueMarking = "unheard" | "unmarked" | "begun";

export type ExamResult = Omit<ExamOutcome, "dialogues"> & {
  dialogues: (DialogueResult & { marking: DialogueMarking })[];
  /** If false, the marks have no meaning yet. */
  isBegun: boolean;
  /** The most lost marks first. */
  kinds: { kind: ErrorKind; lost: number; notes: number }[];
  /** Ticked units, the most missed first. */
  units: { kind: UnitKind; carried: number; missed: number }[];
  /** Segments that cost marks, the highest cost first. */
  costliest: (Place & { lost: number; notes: number })[];
  heard: number;
  marked: number;
};

export type UnitsOf = (place: Place) => readonly ScoringUnit[];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const sumDeductions = (notes: readonly { deduction: number }[]) => sum(notes.map(({ deduction }) => deduction));

function notesOnKnownSegments({ dialogues }: AttemptDialogues, changes: readonly MarkingChange[]): Note[] {
  return notesOf(changes).filter(({ dialogue, segment }) => segment < (dialogues[dialogue]?.segments.length ?? 0));
}

function lostMarksByDialogue(attempt: AttemptDialogues, notes: readonly Note[]): number[] {
  return attempt.dialogues.map((_, dialogue) => sumDeductions(notes.filter((note) => note.dialogue === dialogue)));
}

function countMarkedHeardSegments({ dialogues }: AttemptDialogues, changes: readonly MarkingChange[]): number {
  return markedSegments(changes).filter(({ dialogue, segment }) => dialogues[dialogue]?.segments[segment]).length;
}

const countHeardSegments = ({ dialogues }: AttemptDialogues) =>
  dialogues.flatMap(({ segments }) => segments).filter((facts) => facts !== null).length;

export function isMarkingComplete(attempt: AttemptDialogues, changes: readonly MarkingChange[]): boolean {
  const heard = countHeardSegments(attempt);
  return heard > 0 && countMarkedHeardSegments(attempt, changes) >= heard;
}

function dialogueMarkings(
  attempt: AttemptDialogues,
  changes: readonly MarkingChange[],
  notes: readonly Note[],
): DialogueMarking[] {
  const places = [...markedSegments(changes), ...notes];
  return attempt.dialogues.map(({ segments }, at) => {
    if (segments.every((facts) => facts === null)) return "unheard";
    return places.some(({ dialogue, segment }) => dialogue === at && segments[segment]) ? "begun" : "unmarked";
  });
}

function listShortfalls(exam: Exam, dialogues: readonly DialogueResult[], unheard: number): Shortfall[] {
  const { each, total } = exam.pass.value;
  const marks = sum(dialogues.map((dialogue) => dialogue.marks));
  return [
    ...(unheard > 0 ? [{ kind: "unheard" as const, segments: unheard }] : []),
    ...dialogues.flatMap((result, dialogue) =>
      result.passed ? [] : [{ kind: "dialogue" as const, dialogue, marks: result.marks, least: each }],
    ),
    ...(marks < total ? [{ kind: "total" as const, marks, least: total }] : []),
  ];
}

function errorsByKind(notes: readonly Note[]): ExamResult["kinds"] {
  const kinds = errorKinds.map((kind) => {
    const ofKind = notes.filter((note) => note.kind === kind);
    return { kind, lost: sumDeductions(ofKind), notes: ofKind.length };
  });
  return kinds
    .filter((kind) => kind.notes > 0)
    .toSorted((one, other) => other.lost - one.lost || other.notes - one.notes);
}

export function tickedUnits(
  { dialogues }: AttemptDialogues,
  changes: readonly MarkingChange[],
  unitsOf: UnitsOf,
): TickedUnit[] {
  const ticks = ticksOf(changes);
  return dialogues.flatMap(({ segments }, dialogue) =>
    segments.flatMap((_, segment) => {
      const units = unitsOf({ dialogue, segment });
      const outcomes = outcomesOf(ticks, { dialogue, segment }, units);
      return units.flatMap(({ kind }, at) => {
        const outcome = outcomes[at];
        return outcome ? [{ dialogue, kind, outcome }] : [];
      });
    }),
  );
}

function unitsByKind(ticked: readonly TickedUnit[]): ExamResult["units"] {
  const counts = unitKinds.map((kind) => {
    const ofKind = ticked.filter((unit) => unit.kind === kind);
    const missed = ofKind.filter(({ outcome }) => outcome === "missed").length;
    return { kind, carried: ofKind.length - missed, missed };
  });
  return counts
    .filter(({ carried, missed }) => carried + missed > 0)
    .toSorted((one, other) => other.missed - one.missed || other.carried - one.carried);
}

function findCostliestSegments({ dialogues }: AttemptDialogues, notes: readonly Note[]): ExamResult["costliest"] {
  const segments = dialogues.flatMap(({ segments }, dialogue) =>
    segments.map((_, segment) => {
      const here = notes.filter((note) => note.dialogue === dialogue && note.segment === segment);
      return { dialogue, segment, lost: sumDeductions(here), notes: here.length };
    }),
  );
  // The sort is stable, so segments with equal costs keep the order of the exam.
  return segments.filter(({ lost }) => lost > 0).toSorted((one, other) => other.lost - one.lost);
}

/** @param lost in marks, by dialogue */
export function computeExamOutcome(exam: Exam, attempt: AttemptDialogues, lost: readonly number[]): ExamOutcome {
  const { each } = exam.marks.value;
  const dialogues = attempt.dialogues.map((_, dialogue) => {
    const lostHere = lost[dialogue] ?? 0;
    const marks = Math.max(0, each - lostHere);
    return { of: each, lost: lostHere, marks, passed: marks >= exam.pass.value.each };
  });
  const unheard = attempt.dialogues.flatMap(({ segments }) => segments).filter((facts) => facts === null).length;
  const shortfalls = listShortfalls(exam, dialogues, unheard);
  return {
    dialogues,
    marks: sum(dialogues.map(({ marks }) => marks)),
    of: each * dialogues.length,
    passed: shortfalls.length === 0,
    shortfalls,
  };
}

export function computeExamResult(
  exam: Exam,
  attempt: AttemptDialogues,
  changes: readonly MarkingChange[],
  unitsOf: UnitsOf = () => [],
): ExamResult {
  const notes = notesOnKnownSegments(attempt, changes);
  const outcome = computeExamOutcome(exam, attempt, lostMarksByDialogue(attempt, notes));
  const markings = dialogueMarkings(attempt, changes, notes);
  return {
    ...outcome,
    dialogues: outcome.dialogues.map((dialogue, at) => ({ ...dialogue, marking: markings[at] ?? "unmarked" })),
    isBegun: markings.includes("begun"),
    kinds: errorsByKind(notes),
    units: unitsByKind(tickedUnits(attempt, changes, unitsOf)),
    costliest: findCostliestSegments(attempt, notes),
    heard: countHeardSegments(attempt),
    marked: countMarkedHeardSegments(attempt, changes),
  };
}

export function toMarkingSummary(
  attempt: AttemptDialogues,
  { marking_id, created_at, changes }: Marking,
): MarkingSummary {
  return {
    marking_id,
    created_at,
    marker: markerOf(changes),
    lost: lostMarksByDialogue(attempt, notesOnKnownSegments(attempt, changes)),
    marked: countMarkedHeardSegments(attempt, changes),
  };
}
