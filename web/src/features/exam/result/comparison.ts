import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { incidentsOf } from "../../../../../domain/exam/exam-incidents.ts";
import { markerOf, notesOf, type Place, ticksOf } from "../../../../../domain/exam/exam-marking.ts";
import { type ExamResult, resultOf } from "../../../../../domain/exam/exam-result.ts";
import type { ErrorKind, Exam } from "../../../../../domain/exam/exams.ts";
import { markerText } from "./marking-words.ts";

/** One marking beside others. */
export type ComparedMarking = {
  id: string;
  marker: string;
  createdAt: string;
  result: ExamResult;
  /** Marks for repeats in all dialogues: deducted, and proposed. */
  repeats: { charged: number; proposed: number };
};

/** What a marking says of a segment. */
export type Opinion = { lost: number; kinds: readonly ErrorKind[]; missed: number };

/** A segment of which markings say different things, in their order. */
export type Difference = Place & { opinions: readonly Opinion[]; apart: number };

function opinionsOf(marking: Marking): (place: Place) => Opinion {
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

const isSame = (one: Opinion, other: Opinion) =>
  one.lost === other.lost && one.missed === other.missed && one.kinds.join() === other.kinds.join();

/** Markings of one mock, oldest first, and what each comes to. */
export function comparedOf(
  exam: Exam,
  attempt: Pick<ExamAttemptFacts, "dialogues" | "interruptions">,
  markings: readonly Marking[],
): ComparedMarking[] {
  return inOrder(markings).map((marking) => {
    const incidents = incidentsOf(exam, attempt, marking.changes);
    const sum = (of: "charged" | "proposed") => incidents.reduce((total, each) => total + each[of], 0);
    return {
      id: marking.marking_id,
      marker: markerText(markerOf(marking.changes)),
      createdAt: marking.created_at,
      result: resultOf(exam, attempt, marking.changes),
      repeats: { charged: sum("charged"), proposed: sum("proposed") },
    };
  });
}

/** Markings as they were begun. */
export function inOrder(markings: readonly Marking[]): Marking[] {
  return markings.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}

/** Where markings differ, in what was deducted, for what, or in units; the furthest apart come first. */
export function differencesOf(
  attempt: Pick<ExamAttemptFacts, "dialogues">,
  markings: readonly Marking[],
): Difference[] {
  const readers = inOrder(markings).map(opinionsOf);
  const all = attempt.dialogues.flatMap(({ segments }, dialogue) =>
    segments.map((_, segment): Difference => {
      const opinions = readers.map((read) => read({ dialogue, segment }));
      const lost = opinions.map((opinion) => opinion.lost);
      return { dialogue, segment, opinions, apart: Math.max(...lost) - Math.min(...lost) };
    }),
  );
  return all
    .filter(({ opinions: [first, ...others] }) => first && others.some((other) => !isSame(first, other)))
    .toSorted((one, other) => other.apart - one.apart);
}
