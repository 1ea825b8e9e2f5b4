import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { type NotesPlace, notesPadChoice, useForgetNotesOnLeaving } from "./notes-storage.ts";

export type NotesPadState = {
  isOpen: boolean;
  toggle: () => void;
  /** True if the learner opened the pad on this screen. Then the text may take the focus. */
  wasOpenedHere: boolean;
};

export const notesPadId = "notes-pad";
export const notesToggleId = "notes-toggle";

/** Remembers in this browser whether the pad is open. The notes of a dialogue last until its screen is left. */
export function useNotesPad(place: NotesPlace): NotesPadState {
  const { isOpen } = useObservable(notesPadChoice);
  const [wasOpenedHere, setOpenedHere] = useState(false);
  useForgetNotesOnLeaving(place);
  const toggle = () => {
    if (isOpen) document.getElementById(notesToggleId)?.focus();
    setOpenedHere(!isOpen);
    notesPadChoice.set({ ...notesPadChoice.get(), isOpen: !isOpen });
  };
  return { isOpen, toggle, wasOpenedHere };
}
