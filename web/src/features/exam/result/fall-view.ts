import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";

/** A segment in the picture of a dialogue's marks: how many there were before it and how many it left. */
export type Drop = { segment: number; before: number; after: number; lost: number; isHeard: boolean };

/** How the marks of a dialogue went, segment by segment; the picture reaches from `top` down to `bottom`. */
export type Fall = { drops: Drop[]; top: number; bottom: number; pass: number };

/** The picture goes down in steps of so many marks, so that two dialogues of like results look alike. */
const grid = 5;

function dropsOf(top: number, segments: readonly unknown[], notes: readonly Note[]): Drop[] {
  let marks = top;
  return segments.map((facts, segment) => {
    const lost = notes.filter((note) => note.segment === segment).reduce((sum, { deduction }) => sum + deduction, 0);
    const before = marks;
    marks = Math.max(0, marks - lost);
    return { segment, before, after: marks, lost, isHeard: facts !== null };
  });
}

/** How the marks of each dialogue went, all drawn to one scale in which the least for a pass is always seen. */
export function fallsOf(exam: Exam, attempt: Pick<ExamAttemptFacts, "dialogues">, notes: readonly Note[]): Fall[] {
  const { each: top } = exam.marks.value;
  const { each: pass } = exam.pass.value;
  const drops = attempt.dialogues.map(({ segments }, dialogue) =>
    dropsOf(
      top,
      segments,
      notes.filter((note) => note.dialogue === dialogue),
    ),
  );
  const lowest = Math.min(pass, ...drops.flat().map(({ after }) => after));
  const bottom = Math.max(0, Math.floor((lowest - 1) / grid) * grid);
  return drops.map((each) => ({ drops: each, top, bottom, pass }));
}
