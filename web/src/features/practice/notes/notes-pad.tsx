import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  changeNotes,
  type NotesHistory,
  startNotesHistory,
  undoNotes,
} from "../../../../../domain/practice/notes-history.ts";
import {
  emptySheet,
  fitsOnSheet,
  isEmptySheet,
  maxNotesText,
  type NotesSheet,
} from "../../../../../domain/practice/notes-sheet.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { DrawingArea } from "./drawing-area.tsx";
import { loadSheet, type NotesPlace, type NotesTool, notesPadChoice, saveSheet } from "./notes-storage.ts";
import { notesPadId, notesToggleId } from "./use-notes-pad.ts";
import "./notes-pad.css";

const toolNames: Readonly<Record<NotesTool, string>> = { pen: "Pen", eraser: "Eraser", text: "Text" };

/** The tool until one is chosen. */
const usualTool = (): NotesTool => (window.matchMedia("(any-pointer: coarse)").matches ? "pen" : "text");

function useTool() {
  const choice = useObservable(notesPadChoice);
  const [usual] = useState(usualTool);
  const choose = (tool: NotesTool) => notesPadChoice.set({ ...notesPadChoice.get(), tool });
  return [choice.tool ?? usual, choose] as const;
}

function useSheet(place: NotesPlace, segment: number) {
  const [history, setHistory] = useState<NotesHistory>(() => startNotesHistory(loadSheet(place, segment)));
  const [isFull, setFull] = useState(false);
  const put = (next: NotesHistory) => {
    setHistory(next);
    saveSheet(place, segment, next.sheet);
  };
  const change = (next: NotesSheet, kind: "text" | "drawing" | "clearing") => {
    const fits = fitsOnSheet(next) || kind === "clearing";
    setFull(!fits);
    // A new list of strokes makes the canvas redraw without the stroke that does not fit.
    const { sheet } = history;
    put(fits ? changeNotes(history, next, kind) : { ...history, sheet: { ...sheet, strokes: [...sheet.strokes] } });
  };
  const undo = () => {
    setFull(false);
    put(undoNotes(history));
  };
  return { history, isFull, change, undo };
}

type ToolsProps = {
  tool: NotesTool;
  onTool: (tool: NotesTool) => void;
  onUndo: (() => void) | null;
  onClear: (() => void) | null;
};

/** Unavailable buttons stay in the tab order, so that the focus is not lost. */
function NotesTools({ tool, onTool, onUndo, onClear }: ToolsProps) {
  return (
    <div className="notes-tools">
      {(["pen", "eraser", "text"] as const).map((each) => (
        <Button key={each} variant="quiet" aria-pressed={tool === each} onClick={() => onTool(each)}>
          {toolNames[each]}
        </Button>
      ))}
      <Button variant="quiet" aria-disabled={!onUndo} onClick={() => onUndo?.()}>
        Undo
      </Button>
      <Button variant="quiet" aria-disabled={!onClear} onClick={() => onClear?.()}>
        Clear
      </Button>
    </div>
  );
}

type SheetProps = {
  place: NotesPlace;
  /** Position from 0. */
  segment: number;
};

function Sheet({ place, segment }: SheetProps) {
  const [tool, chooseTool] = useTool();
  const { history, isFull, change, undo } = useSheet(place, segment);
  const { sheet, past } = history;
  const text = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Escape") document.getElementById(notesToggleId)?.focus();
  };
  const onTool = (next: NotesTool) => {
    chooseTool(next);
    if (next === "text") text.current?.focus();
  };
  return (
    <>
      <NotesTools
        {...{ tool, onTool }}
        onUndo={past.length > 0 ? undo : null}
        onClear={isEmptySheet(sheet) ? null : () => change(emptySheet, "clearing")}
      />
      <div className="notes-sheet">
        <textarea
          ref={text}
          value={sheet.text}
          maxLength={maxNotesText}
          dir="auto"
          spellCheck={false}
          aria-label={`Notes on segment ${segment + 1}`}
          aria-describedby={hint}
          onFocus={() => chooseTool("text")}
          onKeyDown={onKeyDown}
          onChange={({ target }) => change({ ...sheet, text: target.value }, "text")}
        />
        <DrawingArea
          strokes={sheet.strokes}
          tool={tool}
          onChange={(strokes) => change({ ...sheet, strokes }, "drawing")}
        />
      </div>
      <p className="visually-hidden" id={hint}>
        Press Escape to leave the text field.
      </p>
      <p role="status">{isFull && "This sheet is full. Erase something, then continue."}</p>
    </>
  );
}

export function NotesPad({ place, segment, takesFocus }: SheetProps & { takesFocus: boolean }) {
  const pad = useRef<HTMLElement>(null);
  const [isJustOpened] = useState(takesFocus);
  useEffect(() => {
    const types = (notesPadChoice.get().tool ?? usualTool()) === "text";
    if (isJustOpened && types) pad.current?.querySelector("textarea")?.focus();
  }, [isJustOpened]);
  return (
    <section ref={pad} className="notes-pad" id={notesPadId} aria-labelledby="notes-title">
      <div className="notes-pad-content">
        <h2 id="notes-title">
          Notes <span>Segment {segment + 1}</span>
        </h2>
        <Sheet key={segment} place={place} segment={segment} />
        <p>Notes are temporary and are not saved to your account.</p>
      </div>
    </section>
  );
}
