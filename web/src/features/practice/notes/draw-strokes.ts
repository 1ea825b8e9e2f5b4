import { type Stroke, sheetSize } from "../../../../../domain/practice/notes-sheet.ts";

/** In units of the sheet. */
const lineWidth = { least: 4, most: 13 } as const;

const widthOf = (pressure: number) => lineWidth.least + ((lineWidth.most - lineWidth.least) * pressure) / 100;

/** Draws the lines of a stroke that end at index `from - 1` or later. A stroke of one point is a dot. */
export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke, from = 0): void {
  const start = Math.max(0, from - 1);
  for (const [at, [x, y, pressure]] of stroke.entries()) {
    if (at < start) continue;
    const [fromX, fromY] = stroke[at - 1] ?? [x, y];
    context.lineWidth = widthOf(pressure);
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(x, y);
    context.stroke();
  }
}

export function prepareCanvas(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  if (!context) return null;
  const scale = (canvas.clientWidth * window.devicePixelRatio) / sheetSize.width;
  canvas.width = Math.round(sheetSize.width * scale);
  canvas.height = Math.round(sheetSize.height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = getComputedStyle(canvas).color;
  return context;
}

export function drawAll(canvas: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const context = prepareCanvas(canvas);
  if (context) for (const stroke of strokes) drawStroke(context, stroke);
}
