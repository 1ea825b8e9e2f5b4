import { type DialogueStatus, nextDialogue } from "./dialogue-status.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * For this long after its last practice, a dialogue in progress comes before the reviews. With a whole day instead, a
 * learner who practises at the same hour each day might never see the reviews first.
 */
const interruptedDialogueMs = 6 * 60 * 60_000;

/**
 * For this long after its start, an unmarked exam comes before the next dialogue. Without a limit, an exam that is
 * never marked would hide the next dialogue for ever.
 */
const unmarkedExamMs = 14 * dayMs;

/** An exam that this browser can continue. */
export type InterruptedExam = { startedAt: string; heard: number; of: number };

/** `marked` is the highest number of marked segments in one marking. */
export type UnmarkedExam = { attemptId: string; startedAt: string; marked: number; heard: number };

export type OpenExams = { interruptedExam: InterruptedExam | null; unmarkedExam: UnmarkedExam | null };

export type NextActionFacts<D> = OpenExams & {
  dialogues: readonly D[];
  /** Reviews that are due and within the learner's daily limit. */
  reviewsDue: number;
  now: Date;
};

export type NextAction<D> =
  | { kind: "continue-exam"; exam: InterruptedExam }
  | { kind: "dialogue"; dialogue: D }
  | { kind: "review"; due: number }
  | { kind: "mark-exam"; exam: UnmarkedExam };

const isWithin = (instant: string, ms: number, now: Date) => now.getTime() - Date.parse(instant) < ms;

function findInterruptedDialogue<D extends { status: DialogueStatus }>(dialogues: readonly D[], now: Date): D | null {
  return nextDialogue(
    dialogues.filter(
      ({ status }) => status.kind === "begun" && isWithin(status.practisedAt, interruptedDialogueMs, now),
    ),
  );
}

/** Why in this order: docs/decisions/0145-one-primary-action.md */
export function nextAction<D extends { status: DialogueStatus }>(facts: NextActionFacts<D>): NextAction<D> | null {
  const { dialogues, interruptedExam, unmarkedExam, reviewsDue, now } = facts;
  if (interruptedExam) return { kind: "continue-exam", exam: interruptedExam };
  const interrupted = findInterruptedDialogue(dialogues, now);
  if (interrupted) return { kind: "dialogue", dialogue: interrupted };
  if (reviewsDue > 0) return { kind: "review", due: reviewsDue };
  if (unmarkedExam && isWithin(unmarkedExam.startedAt, unmarkedExamMs, now)) {
    return { kind: "mark-exam", exam: unmarkedExam };
  }
  const next = nextDialogue(dialogues);
  return next && { kind: "dialogue", dialogue: next };
}
