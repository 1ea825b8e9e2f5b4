import { expect, test } from "vitest";
import { changeNotes, startNotesHistory, undoNotes } from "../../../domain/practice/notes-history.ts";
import { emptySheet, type NotesSheet } from "../../../domain/practice/notes-sheet.ts";

const typed = (text: string): NotesSheet => ({ text, strokes: [] });
const drawn: NotesSheet = { text: "ab", strokes: [[[1, 2, 50]]] };
const start = startNotesHistory(emptySheet);

test("the history of notes undoes typed text as one step", () => {
  const typing = changeNotes(changeNotes(start, typed("a"), "text"), typed("ab"), "text");
  expect(typing.sheet).toEqual(typed("ab"));
  expect(undoNotes(typing).sheet).toEqual(emptySheet);
});

test("the history of notes undoes text, a stroke and a clearing as three steps", () => {
  const typing = changeNotes(start, typed("ab"), "text");
  const drawing = changeNotes(typing, drawn, "drawing");
  const cleared = changeNotes(drawing, emptySheet, "clearing");
  expect(undoNotes(cleared).sheet).toEqual(drawn);
  expect(undoNotes(undoNotes(cleared)).sheet).toEqual(typed("ab"));
  expect(undoNotes(undoNotes(undoNotes(cleared))).sheet).toEqual(emptySheet);
});

test("the history of notes starts a new step for text after a stroke or undo", () => {
  const drawing = changeNotes(changeNotes(start, typed("ab"), "text"), drawn, "drawing");
  const more = changeNotes(drawing, { ...drawn, text: "abc" }, "text");
  expect(undoNotes(more).sheet).toEqual(drawn);
  const again = changeNotes(undoNotes(more), { ...drawn, text: "abd" }, "text");
  expect(undoNotes(again).sheet).toEqual(drawn);
});

test("undoNotes does nothing if there is no step", () => {
  expect(undoNotes(start)).toBe(start);
});

test("the history of notes keeps the last 100 steps", () => {
  let history = start;
  for (let n = 1; n <= 150; n += 1) history = changeNotes(history, typed(String(n)), "drawing");
  for (let n = 1; n <= 150; n += 1) history = undoNotes(history);
  expect(history.sheet).toEqual(typed("50"));
});
