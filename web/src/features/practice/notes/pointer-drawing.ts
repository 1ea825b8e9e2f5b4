import {
  eraseStrokes,
  extendStroke,
  type NotesPoint,
  type Stroke,
  toNotesPoint,
} from "../../../../../domain/practice/notes-sheet.ts";
import { drawAll, drawStroke } from "./draw-strokes.ts";

/** `strokes` does not include `live`. */
type Gesture = {
  pointerId: number;
  pointerType: string;
  strokes: readonly Stroke[];
  /** The stroke being drawn; null while erasing. */
  live: Stroke | null;
};

/** The bit in a pointer's `buttons` for the eraser at the end of a pen. */
const eraserButton = 32;

/** Used if the browser reports no pressure. */
const usualPressure = 0.5;

function toPoint(canvas: HTMLCanvasElement, { clientX, clientY, pressure }: PointerEvent): NotesPoint {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return toNotesPoint((clientX - left) / width, (clientY - top) / height, pressure || usualPressure);
}

/** Browsers merge fast movements into one event. Some browsers do not list the merged movements. */
function mergedEvents(event: PointerEvent): PointerEvent[] {
  const merged = event.getCoalescedEvents?.() ?? [];
  return merged.length > 0 ? merged : [event];
}

export type PointerDrawing = {
  press: (event: PointerEvent, strokes: readonly Stroke[], erases: boolean) => void;
  move: (event: PointerEvent) => void;
  /** Returns null if the pointer has no gesture. */
  release: (event: PointerEvent) => readonly Stroke[] | null;
  cancel: (event: PointerEvent, strokes: readonly Stroke[]) => void;
};

/** Draws with one pointer at a time. A pen replaces another pointer, which may be a palm. */
export function createPointerDrawing(canvas: HTMLCanvasElement): PointerDrawing {
  let gesture: Gesture | null = null;
  const context = () => canvas.getContext("2d");

  const addPoint = (to: Gesture, event: PointerEvent) => {
    const point = toPoint(canvas, event);
    if (to.live === null) {
      const left = eraseStrokes(to.strokes, point);
      if (left !== to.strokes) drawAll(canvas, left);
      to.strokes = left;
      return;
    }
    const drawnUntil = to.live.length;
    to.live = extendStroke(to.live, point);
    const brush = context();
    if (brush && to.live.length > drawnUntil) drawStroke(brush, to.live, drawnUntil);
  };

  return {
    press: (event, strokes, erases) => {
      const isPalm = gesture !== null && gesture.pointerType !== "pen" && event.pointerType === "pen";
      const isEraserEnd = (event.buttons & eraserButton) > 0;
      if ((gesture && !isPalm) || (event.button !== 0 && !isEraserEnd)) return;
      if (isPalm) drawAll(canvas, strokes);
      const { pointerId, pointerType } = event;
      canvas.setPointerCapture(pointerId);
      gesture = { pointerId, pointerType, strokes, live: erases || isEraserEnd ? null : [] };
      addPoint(gesture, event);
    },
    move: (event) => {
      if (gesture?.pointerId !== event.pointerId) return;
      for (const each of mergedEvents(event)) addPoint(gesture, each);
    },
    release: (event) => {
      if (gesture?.pointerId !== event.pointerId) return null;
      const { strokes, live } = gesture;
      gesture = null;
      return live === null ? strokes : [...strokes, live];
    },
    cancel: (event, strokes) => {
      if (gesture?.pointerId !== event.pointerId) return;
      gesture = null;
      drawAll(canvas, strokes);
    },
  };
}
