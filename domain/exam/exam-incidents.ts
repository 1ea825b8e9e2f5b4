import type { ExamAttemptFacts, Interruption, MarkingChange } from "./exam-attempt.ts";
import { notesOf } from "./exam-marking.ts";
import { repeatCost } from "./exam-proposals.ts";
import type { Exam } from "./exams.ts";

/** Segments are positions from 0. Deductions are in marks. */
export type DialogueIncidents = {
  repeats: readonly { segment: number; times: number }[];
  /** Proposed deduction for the repeats beyond the free ones. */
  proposed: number;
  charged: number;
  uncharged: number;
  interruptions: readonly Pick<Interruption, "segment" | "kind">[];
  /** Segments with an interrupted recording, but without an interruption in the exam attempt's facts. */
  brokenOff: readonly number[];
};

export function listIncidents(
  exam: Exam,
  attempt: Pick<ExamAttemptFacts, "dialogues" | "interruptions">,
  changes: readonly MarkingChange[],
): DialogueIncidents[] {
  const repeatNotes = notesOf(changes).filter(({ kind }) => kind === "repeat");
  return attempt.dialogues.map(({ segments }, dialogue) => {
    const repeats = segments.flatMap((facts, segment) =>
      facts && facts.repeats > 0 ? [{ segment, times: facts.repeats }] : [],
    );
    const proposed = repeatCost(
      exam,
      repeats.reduce((sum, { times }) => sum + times, 0),
    );
    const charged = repeatNotes
      .filter((note) => note.dialogue === dialogue && note.segment < segments.length)
      .reduce((sum, { deduction }) => sum + deduction, 0);
    const interruptions = attempt.interruptions
      .filter((each) => each.dialogue === dialogue)
      .map(({ segment, kind }) => ({ segment, kind }))
      .toSorted((one, other) => one.segment - other.segment);
    const brokenOff = segments.flatMap((facts, segment) =>
      facts?.interrupted && interruptions.every((each) => each.segment !== segment) ? [segment] : [],
    );
    return { repeats, proposed, charged, uncharged: Math.max(0, proposed - charged), interruptions, brokenOff };
  });
}
