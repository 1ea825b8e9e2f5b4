import { useEffect } from "react";
import * as z from "zod/mini";
import { emptySheet, isEmptySheet, NotesSheet } from "../../../../../domain/practice/notes-sheet.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { parseStored, readStored, removeListed, removeStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";

const tools = ["pen", "eraser", "text"] as const;
export type NotesTool = (typeof tools)[number];

/** `tool` is null until one is chosen. */
const NotesPadChoice = z.object({ isOpen: z.boolean(), tool: z.nullable(z.enum(tools)) });

export const notesPadChoice = createLocalPreference(stored.notesPad, NotesPadChoice, { isOpen: false, tool: null });

export type NotesPlace = { userId: string; dialogue: DialogueId };

const fillingOf = ({ userId, dialogue }: NotesPlace) => ({
  learner: userId,
  dialogue: `${dialogue.language}_${dialogue.scenarioId}`,
});

const fillingAt = (place: NotesPlace, segment: number) => ({ ...fillingOf(place), segment: String(segment) });

/** @param segment position from 0 */
export function loadSheet(place: NotesPlace, segment: number): NotesSheet {
  return parseStored(readStored(stored.notes, fillingAt(place, segment)), NotesSheet) ?? emptySheet;
}

export function saveSheet(place: NotesPlace, segment: number, sheet: NotesSheet): void {
  if (isEmptySheet(sheet)) removeStored(stored.notes, fillingAt(place, segment));
  else writeStored(stored.notes, JSON.stringify(sheet), fillingAt(place, segment));
}

/** The dialogue whose screen is open in this tab. */
let openPlace = "";

/**
 * Removes the notes of a dialogue when its screen closes, but not at a reload. The notes of other dialogues are removed
 * at the start, because leaving through the address bar runs no cleanup.
 */
export function useForgetNotesOnLeaving({ userId, dialogue }: NotesPlace): void {
  const { language, scenarioId } = dialogue;
  useEffect(() => {
    const filling = fillingOf({ userId, dialogue: { language, scenarioId } });
    const place = Object.values(filling).join(" ");
    openPlace = place;
    removeListed(stored.notes, { learner: userId }, (name) => !name.startsWith(`${filling.dialogue}_`));
    return () => {
      openPlace = "";
      // Waits, because React's strict mode ends each effect and starts it again at once.
      queueMicrotask(() => {
        if (openPlace !== place) removeListed(stored.notes, filling);
      });
    };
  }, [userId, language, scenarioId]);
}
