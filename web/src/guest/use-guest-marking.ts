import type { ScoringUnit } from "../../../domain/content/pack.ts";
import type { ExamAttemptFacts, MarkingChange, MarkingNote, UnitOutcome } from "../../../domain/exam/exam-attempt.ts";
import {
  isAfterRecordingEnd,
  isSamePlace,
  markedSegments,
  type Note,
  notesOf,
  outcomesOf,
  type Place,
  ticksOf,
} from "../../../domain/exam/exam-marking.ts";
import { type ErrorKind, type Exam, findExam } from "../../../domain/exam/exams.ts";
import { defaultDeduction, markChange, tickChange } from "../../../domain/exam/marking-changes.ts";
import { clampMoment, momentStepSeconds } from "../ui/moment.ts";
import type { GuestApp } from "./guest-app.ts";
import { useObservable } from "./use-observable.ts";

/** `notes`, `outcomes` and `isMarked` are those of the open segment. */
export type GuestMarking = {
  exam: Exam;
  attempt: ExamAttemptFacts;
  changes: readonly MarkingChange[];
  notes: readonly Note[];
  outcomes: readonly (UnitOutcome | null)[];
  isMarked: boolean;
  /** A null outcome removes the tick. */
  tick: (unit: number, outcome: UnitOutcome | null) => void;
  note: (kind: ErrorKind) => void;
  changeNote: (note: Note, facts: Partial<Pick<Note, "kind" | "deduction" | "remark">>) => void;
  nudgeNote: (note: Note, steps: 1 | -1) => void;
  removeNote: (note: Note) => void;
  setMarked: (isMarked: boolean) => void;
};

const nowText = () => new Date().toISOString();

type Options = { app: GuestApp; attempt: ExamAttemptFacts; place: Place; units: readonly ScoringUnit[] };

function createActions({ app, attempt, place, units }: Options, exam: Exam) {
  const { dialogue, segment } = place;
  const end = attempt.dialogues[dialogue]?.segments[segment]?.take_seconds ?? null;
  const saveNote = (id: string, note: MarkingNote | null) => {
    const change: MarkingChange = { type: "note", id, changed_at: nowText(), note };
    // The server refuses an error after the end of its recording.
    if (!isAfterRecordingEnd(attempt.dialogues, change)) app.marking.add([change]);
  };
  const changeNote = ({ id, ...note }: Note, facts: Partial<MarkingNote>) => saveNote(id, { ...note, ...facts });
  const actions: Pick<GuestMarking, "tick" | "note" | "changeNote" | "nudgeNote" | "removeNote" | "setMarked"> = {
    tick: (at, outcome) => {
      const unit = units[at];
      if (unit) app.marking.add([tickChange(place, { at, unit }, outcome, nowText())]);
    },
    note: (kind) => {
      app.player.pause();
      const at_seconds = clampMoment(app.moment.get() ?? 0, end);
      const deduction = defaultDeduction(exam, kind);
      saveNote(crypto.randomUUID(), { dialogue, segment, kind, at_seconds, deduction, remark: "" });
    },
    changeNote,
    nudgeNote: (note, steps) =>
      changeNote(note, { at_seconds: clampMoment(note.at_seconds + steps * momentStepSeconds, end) }),
    removeNote: ({ id }) => {
      app.drafts.removeRemark(id);
      saveNote(id, null);
    },
    setMarked: (marked) => app.marking.add([markChange(place, marked, nowText())]),
  };
  return actions;
}

export function useGuestMarking(options: Options): GuestMarking | null {
  const { app, attempt, place, units } = options;
  const { changes } = useObservable(app.marking.state);
  const exam = findExam(attempt.exam);
  if (!exam) return null;
  return {
    exam,
    attempt,
    changes,
    notes: notesOf(changes).filter((note) => isSamePlace(note, place)),
    outcomes: outcomesOf(ticksOf(changes), place, units),
    isMarked: markedSegments(changes).some((other) => isSamePlace(other, place)),
    ...createActions(options, exam),
  };
}
