import type { NotesSheet } from "./notes-sheet.ts";

type ChangeKind = "text" | "drawing" | "clearing";

/** `past` starts with the oldest sheet. */
export type NotesHistory = { sheet: NotesSheet; past: readonly NotesSheet[]; lastChange: ChangeKind | null };

const maxSteps = 100;

export function startNotesHistory(sheet: NotesSheet): NotesHistory {
  return { sheet, past: [], lastChange: null };
}

/** Consecutive typing is one step. */
export function changeNotes(
  { sheet, past, lastChange }: NotesHistory,
  next: NotesSheet,
  kind: ChangeKind,
): NotesHistory {
  const continues = kind === "text" && lastChange === "text";
  return { sheet: next, past: continues ? past : [...past, sheet].slice(-maxSteps), lastChange: kind };
}

export function undoNotes(history: NotesHistory): NotesHistory {
  const sheet = history.past.at(-1);
  return sheet ? { sheet, past: history.past.slice(0, -1), lastChange: null } : history;
}
