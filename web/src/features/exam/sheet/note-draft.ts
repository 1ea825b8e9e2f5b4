import { type MarkingChange, maxRemarkLength } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note, Place } from "../../../../../domain/exam/exam-marking.ts";
import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import { clampDeduction } from "../../../../../domain/exam/marking-changes.ts";
import { clampMoment } from "../../../ui/moment.ts";

export type NoteDraft = {
  note: Note;
  isNew: boolean;
  resumesPlayback: boolean;
};

type NewNote = Place & {
  id: string;
  kind: ErrorKind;
  atSeconds: number;
  /** The end of the recording in seconds; null if unknown. */
  longest: number | null;
  deduction: number;
  resumesPlayback: boolean;
};

export function createNoteDraft({ atSeconds, longest, resumesPlayback, ...facts }: NewNote): NoteDraft {
  return { note: { ...facts, at_seconds: clampMoment(atSeconds, longest), remark: "" }, isNew: true, resumesPlayback };
}

export function createEditDraft(note: Note): NoteDraft {
  return { note, isNew: false, resumesPlayback: false };
}

export function moveMoment(draft: NoteDraft, by: number, longest: number | null): NoteDraft {
  return updateDraft(draft, { at_seconds: clampMoment(draft.note.at_seconds + by, longest) });
}

export function changeDeduction(draft: NoteDraft, by: number): NoteDraft {
  return updateDraft(draft, { deduction: clampDeduction(draft.note.deduction + by) });
}

export function updateDraft(
  draft: NoteDraft,
  facts: Partial<Pick<Note, "kind" | "at_seconds" | "deduction" | "remark">>,
) {
  return { ...draft, note: { ...draft.note, ...facts } };
}

/** @param changedAt in ISO 8601 */
export function toNoteChange({ note: { id, ...note } }: NoteDraft, changedAt: string): MarkingChange {
  const remark = note.remark.trim().slice(0, maxRemarkLength);
  return { type: "note", id, changed_at: changedAt, note: { ...note, remark } };
}

export function toNoteRemoval({ note: { id } }: NoteDraft, changedAt: string): MarkingChange {
  return { type: "note", id, changed_at: changedAt, note: null };
}
