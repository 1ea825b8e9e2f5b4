import type { ExamAttemptFacts, Marking, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { listIncidents } from "../../../../../domain/exam/exam-incidents.ts";
import {
  markedSegments,
  markerOf,
  type Note,
  notesOf,
  type Place,
  ticksOf,
} from "../../../../../domain/exam/exam-marking.ts";
import { computeExamResult, type ExamResult } from "../../../../../domain/exam/exam-result.ts";
import type { ErrorKind, Exam } from "../../../../../domain/exam/exams.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { shortfallText } from "../../../ui/marks-text.ts";
import { markerText } from "./marking-text.ts";

export type Verdict = {
  title: string;
  reasons: readonly string[];
  isFinal: boolean;
};

const toMarkText = (segments: number) =>
  segments === 1 ? "There is 1 segment to mark." : `There are ${segments} segments to mark.`;

export function verdictOf(
  { passed, shortfalls, marked, heard, isBegun }: ExamResult,
  pass: { total: number; each: number },
): Verdict {
  const left = heard - marked;
  const isFinal = left === 0 && heard > 0;
  if (heard === 0) return { title: "Nothing to mark", reasons: ["No segment was heard."], isFinal };
  if (!isBegun) return { title: "Not marked yet", reasons: [toMarkText(heard)], isFinal };
  if (left > 0) {
    const words = `${left} of ${countedText(heard, "segment")} ${left === 1 ? "is" : "are"} not marked yet.`;
    return { title: "Marking not finished", reasons: [words], isFinal };
  }
  if (passed) {
    const words = `At least ${pass.each} marks in each dialogue and ${pass.total} in total.`;
    return { title: "Pass", reasons: [words], isFinal };
  }
  return { title: "Fail", reasons: shortfalls.map(shortfallText), isFinal };
}

export type MarksChartStep = { segment: number; before: number; after: number; lost: number; state: SegmentState };

type SegmentState = "unheard" | "unmarked" | "marked";

/** A chart from `top` down to `bottom`, in marks. */
export type MarksChartData = { steps: MarksChartStep[]; top: number; bottom: number; pass: number };

/** The bottom of the charts is a multiple of this number, so that charts of similar results look alike. */
const gridMarks = 5;

type DialogueMarks = { notes: readonly Note[]; marked: readonly Place[] };

function chartSteps(top: number, segments: readonly unknown[], { notes, marked }: DialogueMarks): MarksChartStep[] {
  let marks = top;
  return segments.map((facts, segment) => {
    const lost = notes.filter((note) => note.segment === segment).reduce((sum, { deduction }) => sum + deduction, 0);
    const before = marks;
    marks = Math.max(0, marks - lost);
    const isMarked = marked.some((place) => place.segment === segment);
    return {
      segment,
      before,
      after: marks,
      lost,
      state: facts === null ? "unheard" : isMarked ? "marked" : "unmarked",
    };
  });
}

/** The charts have one common scale, which includes the pass mark. */
export function marksChartData(
  exam: Exam,
  attempt: Pick<ExamAttemptFacts, "dialogues">,
  changes: readonly MarkingChange[],
): MarksChartData[] {
  const [notes, marked] = [notesOf(changes), markedSegments(changes)];
  const { each: top } = exam.marks.value;
  const { each: pass } = exam.pass.value;
  const drops = attempt.dialogues.map(({ segments }, dialogue) =>
    chartSteps(top, segments, {
      notes: notes.filter((note) => note.dialogue === dialogue),
      marked: marked.filter((place) => place.dialogue === dialogue),
    }),
  );
  const lowest = Math.min(pass, ...drops.flat().map(({ after }) => after));
  const bottom = Math.max(0, Math.floor((lowest - 1) / gridMarks) * gridMarks);
  return drops.map((each) => ({ steps: each, top, bottom, pass }));
}

export type ComparedMarking = {
  id: string;
  marker: string;
  createdAt: string;
  result: ExamResult;
  repeats: { charged: number; proposed: number };
};

export type SegmentMarks = { lost: number; kinds: readonly ErrorKind[]; missed: number };

/** `segmentMarks` has an entry for each marking. The oldest marking comes first. */
export type Difference = Place & { segmentMarks: readonly SegmentMarks[]; marksApart: number };

function segmentMarksIn(marking: Marking): (place: Place) => SegmentMarks {
  const [notes, ticks] = [notesOf(marking.changes), ticksOf(marking.changes)];
  return ({ dialogue, segment }) => {
    const here = (other: Place) => other.dialogue === dialogue && other.segment === segment;
    const noted = notes.filter(here);
    return {
      lost: noted.reduce((sum, { deduction }) => sum + deduction, 0),
      kinds: [...new Set(noted.map(({ kind }) => kind))].sort(),
      missed: ticks.filter((tick) => here(tick) && tick.outcome === "missed").length,
    };
  };
}

const hasSameMarks = (one: SegmentMarks, other: SegmentMarks) =>
  one.lost === other.lost && one.missed === other.missed && one.kinds.join() === other.kinds.join();

export function compareMarkings(
  exam: Exam,
  attempt: Pick<ExamAttemptFacts, "dialogues" | "interruptions">,
  markings: readonly Marking[],
): ComparedMarking[] {
  return sortByCreation(markings).map((marking) => {
    const incidents = listIncidents(exam, attempt, marking.changes);
    const sum = (of: "charged" | "proposed") => incidents.reduce((total, each) => total + each[of], 0);
    return {
      id: marking.marking_id,
      marker: markerText(markerOf(marking.changes)),
      createdAt: marking.created_at,
      result: computeExamResult(exam, attempt, marking.changes),
      repeats: { charged: sum("charged"), proposed: sum("proposed") },
    };
  });
}

function sortByCreation(markings: readonly Marking[]): Marking[] {
  return markings.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}

/** Returns the largest difference in marks first. */
export function findDifferences(
  attempt: Pick<ExamAttemptFacts, "dialogues">,
  markings: readonly Marking[],
): Difference[] {
  const readers = sortByCreation(markings).map(segmentMarksIn);
  const all = attempt.dialogues.flatMap(({ segments }, dialogue) =>
    segments.map((_, segment): Difference => {
      const opinions = readers.map((read) => read({ dialogue, segment }));
      const lost = opinions.map((opinion) => opinion.lost);
      return { dialogue, segment, segmentMarks: opinions, marksApart: Math.max(...lost) - Math.min(...lost) };
    }),
  );
  return all
    .filter(({ segmentMarks: [first, ...others] }) => first && others.some((other) => !hasSameMarks(first, other)))
    .toSorted((one, other) => other.marksApart - one.marksApart);
}
