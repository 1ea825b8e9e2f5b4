import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  emptySheet,
  eraseStrokes,
  extendStroke,
  fitsOnSheet,
  isEmptySheet,
  type NotesPoint,
  NotesSheet,
  type Stroke,
  toNotesPoint,
} from "../../../domain/practice/notes-sheet.ts";

const across: Stroke = [
  [100, 500, 50],
  [900, 500, 50],
];
const dot: Stroke = [[200, 100, 50]];

describe("a point of the notes", () => {
  test("has its position in thousandths of the sheet's width", () => {
    expect(toNotesPoint(0.5, 0.5, 0.5)).toEqual([500, 625, 50]);
    expect(toNotesPoint(1, 1, 1)).toEqual([1000, 1250, 100]);
  });

  test("is limited to the sheet", () => {
    const any = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(any, any, any, (x, y, pressure) => {
        const sheet = { text: "", strokes: [[toNotesPoint(x, y, pressure)]] };
        expect(NotesSheet.parse(JSON.parse(JSON.stringify(sheet)))).toEqual(sheet);
      }),
    );
  });
});

describe("a stroke", () => {
  test("leaves out a point less than 4 units from the last point", () => {
    const [start, near, far]: NotesPoint[] = [
      [10, 10, 50],
      [12, 13, 50],
      [14, 10, 50],
    ];
    const begun = extendStroke([], start ?? [0, 0, 0]);
    expect(extendStroke(begun, near ?? [0, 0, 0])).toEqual([start]);
    expect(extendStroke(begun, far ?? [0, 0, 0])).toEqual([start, far]);
  });

  test("is erased as a whole if the eraser touches its line or its only point", () => {
    expect(eraseStrokes([across, dot], [500, 520, 0])).toEqual([dot]);
    expect(eraseStrokes([across, dot], [205, 105, 0])).toEqual([across]);
  });

  test("remains if the eraser is more than 24 units away", () => {
    const strokes = [across, dot];
    expect(eraseStrokes(strokes, [500, 525, 0])).toBe(strokes);
    expect(eraseStrokes(strokes, [925, 500, 0])).toBe(strokes);
    expect(eraseStrokes(strokes, [924, 500, 0])).toEqual([dot]);
  });
});

describe("a sheet", () => {
  test("is empty without text and strokes", () => {
    expect(isEmptySheet(emptySheet)).toBe(true);
    expect(isEmptySheet({ text: " ", strokes: [] })).toBe(false);
    expect(isEmptySheet({ text: "", strokes: [dot] })).toBe(false);
  });

  test("has room for 64 KiB of strokes as JSON", () => {
    // "[500,500,50]" and a comma are 13 characters. 5,041 such texts have 65,532 characters without the last comma, and
    // two pairs of brackets have 4.
    const strokeOf = (points: number): Stroke => Array.from({ length: points }, () => [500, 500, 50]);
    expect(fitsOnSheet({ text: "", strokes: [strokeOf(5040)] })).toBe(true);
    expect(fitsOnSheet({ text: "", strokes: [strokeOf(5041)] })).toBe(true);
    expect(fitsOnSheet({ text: "", strokes: [strokeOf(5042)] })).toBe(false);
  });

  test("counts three bytes for each UTF-16 code unit of text", () => {
    const strokes = [Array.from({ length: 4500 }, (): NotesPoint => [500, 500, 50])];
    // 58,503 characters leave 7,033 bytes free.
    for (const letter of ["अ", "a"]) {
      expect(fitsOnSheet({ text: letter.repeat(2344), strokes })).toBe(true);
      expect(fitsOnSheet({ text: letter.repeat(2345), strokes })).toBe(false);
    }
  });
});
