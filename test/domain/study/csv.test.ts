import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCsvReader, writeCsvRow } from "../../../domain/study/csv.ts";

const read = (text: string, separator = ",") => {
  const reader = createCsvReader(separator);
  return [...reader.push(text), ...reader.end()];
};
const cells = (text: string, separator = ",") => read(text, separator).map((row) => row.cells);

test.each([
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\rc,d\r",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a ""b"", c",d', [['a "b", c', "d"]]],
  ['"two\r\nlines",b', [["two\r\nlines", "b"]]],
  [" a ,b", [[" a ", "b"]]],
  ['"a" b,c', [["a b", "c"]]],
  ['5" pipe,b', [['5" pipe', "b"]]],
  [",", [["", ""]]],
  ['""', [[""]]],
  ["\n\na\n\n", [["a"]]],
  ["", []],
])("the CSV reader reads %j as the rows %j", (text, rows) => {
  expect(cells(text)).toEqual(rows);
});

test("the CSV reader numbers rows by the line on which they start", () => {
  expect(read('a\r\n\r\n"b\nc"\nd\r\ne').map(({ line }) => line)).toEqual([1, 3, 5, 6]);
});

test("the CSV reader marks a row whose quotation mark is never closed", () => {
  expect(read('a\n"b\nc')).toEqual([
    { line: 1, cells: ["a"] },
    { line: 2, cells: ["b\nc"], isOpen: true },
  ]);
});

const anyRow = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
const awkward = fc.array(fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "\t", "a", "'", "=") }), {
  ...{ minLength: 1, maxLength: 4 },
});

test("the CSV reader returns the rows that writeCsvRow wrote, from parts of up to 9 characters", () => {
  const rows = fc.array(fc.oneof(anyRow, awkward), { maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, size) => {
      const text = written.map(writeCsvRow).join("");
      const reader = createCsvReader(",");
      const got = [];
      for (let at = 0; at < text.length; at += size) got.push(...reader.push(text.slice(at, at + size)));
      got.push(...reader.end());
      expect(got.map((row) => row.cells)).toEqual(written);
    }),
  );
});

test("the CSV reader returns the same rows for a whole text and for its parts", () => {
  const texts = fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "a") });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 3 }), (text, size) => {
      const reader = createCsvReader(",");
      const got = [];
      for (let at = 0; at < text.length; at += size) got.push(...reader.push(text.slice(at, at + size)));
      got.push(...reader.end());
      expect(got).toEqual(read(text));
    }),
  );
});
