import { type MarkingChange, maxDeduction, maxRemarkLength } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note, Place } from "../../../../../domain/exam/exam-marking.ts";
import type { ErrorKind, Exam } from "../../../../../domain/exam/exams.ts";

/** The smallest part of a second to which a moment is noted. */
export const momentStepSeconds = 0.1;

/** An error that is being written down. */
export type NoteDraft = {
  note: Note;
  isNew: boolean;
  /** The take played when it was begun, and goes on when it is done. */
  resumesPlayback: boolean;
};

/** Tenths, without what floating numbers add to them. */
const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * What an error costs until its marker says otherwise: as little as can be, or what is proposed for a repeat. What an earlier
 * error cost says nothing about this one.
 */
export function defaultDeduction({ marks, proposals }: Exam, kind: ErrorKind): number {
  return kind === "repeat" ? proposals.repeat : marks.value.step;
}

type NewNote = Place & {
  id: string;
  kind: ErrorKind;
  atSeconds: number;
  /** The end of the recording, in seconds; null where that is not known. */
  longest: number | null;
  deduction: number;
  resumesPlayback: boolean;
};

/** The moment to the tenth of a second, within the recording. */
const clampMoment = (seconds: number, longest: number | null) =>
  Math.max(0, Math.min(longest ?? Number.POSITIVE_INFINITY, tenths(seconds)));

/** Begins to note an error at a moment of the take, in seconds. */
export function createNoteDraft({ atSeconds, longest, resumesPlayback, ...facts }: NewNote): NoteDraft {
  return { note: { ...facts, at_seconds: clampMoment(atSeconds, longest), remark: "" }, isNew: true, resumesPlayback };
}

/** Opens a note to be changed. */
export function createEditDraft(note: Note): NoteDraft {
  return { note, isNew: false, resumesPlayback: false };
}

/** Moves a note by so many seconds, within a take that is `longest` seconds long; null where that is not known. */
export function moveMoment(draft: NoteDraft, by: number, longest: number | null): NoteDraft {
  return updateDraft(draft, { at_seconds: clampMoment(draft.note.at_seconds + by, longest) });
}

/** Takes so many marks more, or fewer, never less than none. */
export function changeDeduction(draft: NoteDraft, by: number): NoteDraft {
  return updateDraft(draft, { deduction: Math.max(0, Math.min(maxDeduction, draft.note.deduction + by)) });
}

/** Puts something else into a draft. */
export function updateDraft(
  draft: NoteDraft,
  facts: Partial<Pick<Note, "kind" | "at_seconds" | "deduction" | "remark">>,
) {
  return { ...draft, note: { ...draft.note, ...facts } };
}

/** What a draft changes in its marking, at an instant (ISO 8601). */
export function toNoteChange({ note: { id, ...note } }: NoteDraft, changedAt: string): MarkingChange {
  const remark = note.remark.trim().slice(0, maxRemarkLength);
  return { type: "note", id, changed_at: changedAt, note: { ...note, remark } };
}

/** Takes a note back. */
export function toNoteRemoval({ note: { id } }: NoteDraft, changedAt: string): MarkingChange {
  return { type: "note", id, changed_at: changedAt, note: null };
}
