import { type PointerEvent, useEffect, useRef } from "react";
import type { Stroke } from "../../../../../domain/practice/notes-sheet.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { drawAll } from "./draw-strokes.ts";
import type { NotesTool } from "./notes-storage.ts";
import { createPointerDrawing, type PointerDrawing } from "./pointer-drawing.ts";

function useDrawnStrokes(strokes: readonly Stroke[]) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const area = canvas.current;
    if (!area) return;
    const draw = () => drawAll(area, strokes);
    draw();
    const resizing = new ResizeObserver(draw);
    resizing.observe(area);
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      resizing.disconnect();
      dark.removeEventListener("change", draw);
    };
  }, [strokes]);
  return canvas;
}

function drawingName(strokes: number): string {
  if (strokes === 0) return "Drawing, empty";
  return `Drawing, ${countedText(strokes, "stroke")}`;
}

type Props = { strokes: readonly Stroke[]; tool: NotesTool; onChange: (strokes: readonly Stroke[]) => void };

/** The text field of the sheet is the alternative for keyboards. */
export function DrawingArea({ strokes, tool, onChange }: Props) {
  const canvas = useDrawnStrokes(strokes);
  const drawing = useRef<PointerDrawing>(undefined);
  const withDrawing = (event: PointerEvent<HTMLCanvasElement>, act: (by: PointerDrawing) => void) => {
    drawing.current ??= createPointerDrawing(event.currentTarget);
    act(drawing.current);
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={drawingName(strokes.length)}
      data-tool={tool}
      onPointerDown={(event) => withDrawing(event, (by) => by.press(event.nativeEvent, strokes, tool === "eraser"))}
      onPointerMove={(event) => withDrawing(event, (by) => by.move(event.nativeEvent))}
      onPointerUp={(event) =>
        withDrawing(event, (by) => {
          const drawn = by.release(event.nativeEvent);
          if (drawn && drawn !== strokes) onChange(drawn);
        })
      }
      onPointerCancel={(event) => withDrawing(event, (by) => by.cancel(event.nativeEvent, strokes))}
    />
  );
}
