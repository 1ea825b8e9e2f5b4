import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { type NotesPlace, notesPadChoice, useForgetNotesOnLeaving } from "./notes-storage.ts";

export type NotesPadState = {
  isOpen: boolean;
  toggle: () => void;
  /** A pad that is open from the start must not take the focus. */
  wasOpenedHere: boolean;
};

export const notesPadId = "notes-pad";
export const notesToggleId = "notes-toggle";

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
