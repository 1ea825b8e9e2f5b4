import * as z from "zod/mini";

/** Positions on a sheet are in units of the sheet, so that the sheet scales to any size on the screen. */
export const sheetSize = { width: 1000, height: 1250 } as const;

export const maxNotesText = 4000;

/** About 4,000 points and a full text fit. */
export const maxSheetBytes = 64 * 1024;

const Unit = (most: number) => z.int().check(z.gte(0), z.lte(most));

/** x and y in units of the sheet, and the pressure in percent. Whole numbers keep stored sheets short. */
const NotesPoint = z.tuple([Unit(sheetSize.width), Unit(sheetSize.height), Unit(100)]);
export type NotesPoint = z.infer<typeof NotesPoint>;

const Stroke = z.array(NotesPoint).check(z.minLength(1));
export type Stroke = readonly NotesPoint[];

export const NotesSheet = z.object({
  text: z.string().check(z.maxLength(maxNotesText)),
  strokes: z.array(Stroke),
});
export type NotesSheet = { text: string; strokes: readonly Stroke[] };

export const emptySheet: NotesSheet = { text: "", strokes: [] };

export function isEmptySheet({ text, strokes }: NotesSheet): boolean {
  return text === "" && strokes.length === 0;
}

const toUnit = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most);

/**
 * @param x share of the sheet's width
 * @param y share of the sheet's height
 * @param pressure between 0 and 1
 */
export function toNotesPoint(x: number, y: number, pressure: number): NotesPoint {
  return [toUnit(x, sheetSize.width), toUnit(y, sheetSize.height), toUnit(pressure, 100)];
}

/** In units of the sheet. Nearer points would use space without a visible difference. */
const leastDistance = 4;

export function extendStroke(stroke: Stroke, point: NotesPoint): Stroke {
  const last = stroke.at(-1);
  const isNear = last && Math.hypot(point[0] - last[0], point[1] - last[1]) < leastDistance;
  return isNear ? stroke : [...stroke, point];
}

function distanceToLine([x, y]: NotesPoint, [ax, ay]: NotesPoint, [bx, by]: NotesPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

const eraserRadius = 24;

const isTouched = (stroke: Stroke, point: NotesPoint) =>
  stroke.some((end, at) => distanceToLine(point, stroke[at - 1] ?? end, end) <= eraserRadius);

/** Returns the same array if the eraser touches no stroke. */
export function eraseStrokes(strokes: readonly Stroke[], point: NotesPoint): readonly Stroke[] {
  return strokes.some((stroke) => isTouched(stroke, point))
    ? strokes.filter((stroke) => !isTouched(stroke, point))
    : strokes;
}

/** Each UTF-16 code unit of the text counts as three bytes, because some scripts need that many. */
export function fitsOnSheet({ text, strokes }: NotesSheet): boolean {
  return JSON.stringify(strokes).length + 3 * text.length <= maxSheetBytes;
}
