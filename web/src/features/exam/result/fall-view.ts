import type { ExamAttemptFacts, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { markedOf, type Note, notesOf, type Place } from "../../../../../domain/exam/exam-marking.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";

/** A segment in the picture of a dialogue's marks: how many there were before it and how many it left. */
export type Drop = { segment: number; before: number; after: number; lost: number; state: SegmentState };

/** Whether a segment was heard, and if so, whether it is marked. */
type SegmentState = "unheard" | "unmarked" | "marked";

/** How the marks of a dialogue went, segment by segment; the picture reaches from `top` down to `bottom`. */
export type Fall = { drops: Drop[]; top: number; bottom: number; pass: number };

/** The picture goes down in steps of so many marks, so that two dialogues of like results look alike. */
const grid = 5;

/** The marks of one dialogue in a marking. */
type DialogueMarks = { notes: readonly Note[]; marked: readonly Place[] };

function dropsOf(top: number, segments: readonly unknown[], { notes, marked }: DialogueMarks): Drop[] {
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

/** How the marks of each dialogue went, all drawn to one scale in which the least for a pass is always seen. */
export function fallsOf(
  exam: Exam,
  attempt: Pick<ExamAttemptFacts, "dialogues">,
  changes: readonly MarkingChange[],
): Fall[] {
  const [notes, marked] = [notesOf(changes), markedOf(changes)];
  const { each: top } = exam.marks.value;
  const { each: pass } = exam.pass.value;
  const drops = attempt.dialogues.map(({ segments }, dialogue) =>
    dropsOf(top, segments, {
      notes: notes.filter((note) => note.dialogue === dialogue),
      marked: marked.filter((place) => place.dialogue === dialogue),
    }),
  );
  const lowest = Math.min(pass, ...drops.flat().map(({ after }) => after));
  const bottom = Math.max(0, Math.floor((lowest - 1) / grid) * grid);
  return drops.map((each) => ({ drops: each, top, bottom, pass }));
}
