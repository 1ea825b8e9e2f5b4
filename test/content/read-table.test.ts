import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { columnLetter, readTable } from "../../content/tables/read-table.ts";
import { createTemporaryDirectory } from "./sample-pack.ts";

async function tableIn(content: string | Uint8Array) {
  const file = path.join(await createTemporaryDirectory(), "table.csv");
  await writeFile(file, content);
  return await readTable(file);
}
const textsIn = async (content: string | Uint8Array) =>
  (await tableIn(content)).map(({ cells }) => cells.map(({ text }) => text));

const rows = [
  ["original", "translation"],
  ["Hello, doctor; come in.", "नमस्ते, डाक्टर"],
  ["He said: no.", "उनले भने: होइन।"],
];
const quoted = (separator: string) => rows.map((row) => row.map((text) => `"${text}"`).join(separator)).join("\r\n");

describe("the table reader", () => {
  it.each([
    ["commas", quoted(",")],
    ["semicolons", quoted(";")],
    ["tabs", quoted("\t")],
    ["a byte order mark", `\ufeff${quoted(",")}`],
    ["a line that names the separator", `sep=;\r\n${quoted(";")}`],
    ["a byte order mark before the line that names the separator", `\ufeffsep=;\r\n${quoted(";")}`],
    ["an unusual separator that a line names", `sep=|\n${quoted("|")}`],
  ])("reads a table with %s", async (_kind, content) => {
    expect(await textsIn(content)).toEqual(rows);
  });

  it("reads commas as text if semicolons separate the columns", async () => {
    const content = "Hello, doctor;Hola, doctora\nYes, please;Sí, por favor\n";
    expect(await textsIn(content)).toEqual([
      ["Hello, doctor", "Hola, doctora"],
      ["Yes, please", "Sí, por favor"],
    ]);
  });

  it("reads line breaks and doubled quotation marks in cells, and counts rows as a spreadsheet does", async () => {
    const table = await tableIn('"He said\r\n""no""","Dijo ""no"""\r\n\r\n,\r\nYes.,Sí.\r\n');
    expect(table.map(({ row, cells }) => [row, ...cells.map(({ text }) => text)])).toEqual([
      [1, 'He said "no"', 'Dijo "no"'],
      [4, "Yes.", "Sí."],
    ]);
  });

  it("removes invisible direction marks and extra spaces, and keeps a zero-width non-joiner", async () => {
    const joined = "می\u200cکنید";
    const [[first, second] = []] = await textsIn(
      `\u202aHello\u202c\u00a0 there\u200e,\u200f\u061c${joined}\u2067\u2069`,
    );
    expect([first, second]).toEqual(["Hello there", joined]);
  });

  it("removes zero bytes and other control characters from the text of a cell", async () => {
    const [row] = await tableIn(`Hello,${"\u0000".repeat(6)}${"\u0001".repeat(7)}नमस्ते\n`);
    expect(row?.cells.map(({ text }) => text)).toEqual(["Hello", "नमस्ते"]);
    expect(row?.cells[1]?.raw).toHaveLength(13 + "नमस्ते".length);
  });

  it("normalises letters with marks", async () => {
    expect(await textsIn("Yes,Se\u0301")).toEqual([["Yes", "S\u00e9"]]);
  });

  it.each([
    ["an empty file", "", "The file is empty."],
    ["a file of spaces", " \n\n", "The file is empty."],
    ["a table of one column", "Hello\nYes\n", /^Fewer than two columns were found/],
    ["UTF-16", Buffer.from(`\ufeff${quoted("\t")}`, "utf16le"), /not in UTF-8/],
    ["UTF-16 without a byte order mark", Buffer.from(quoted("\t"), "utf16le"), /not in UTF-8/],
    ["big-endian UTF-16", Buffer.from(`\ufeff${quoted("\t")}`, "utf16le").swap16(), /not in UTF-8/],
    ["Latin-1", Buffer.from("Good morning,Buenos días", "latin1"), /not in UTF-8/],
    ["an unclosed quotation mark", 'original,translation\n"Yes,Sí\n', /quotation mark is misplaced near line/],
    ["UTF-16 in Devanagari", Buffer.from("नमस्ते, कस्तो छ\tनमस्कार, के छ\r\n", "utf16le"), /not in UTF-8/],
    ["a workbook", Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), /is a workbook/],
  ])("refuses %s with an explanation", async (_kind, content, message) => {
    await expect(tableIn(content)).rejects.toThrow(message);
  });

  it("accepts 60 segments besides the headings and empty rows", async () => {
    const full = `original,translation\n${"Yes.,Sí.\n".repeat(60)}${",\n".repeat(5000)}`;
    expect(await tableIn(full)).toHaveLength(61);
    await expect(tableIn(`${full}Yes.,Sí.\n`)).rejects.toThrow(
      "The table has 62 rows: a dialogue has at most 60 segments.",
    );
  });

  it("refuses a table with far too many rows, and a table of more than 5 MB", async () => {
    await expect(tableIn("Yes.,Sí.\n".repeat(100_000))).rejects.toThrow("The table has 100000 rows");
    await expect(tableIn("Good morning.,Buenos días a todos ustedes.\n".repeat(130_000))).rejects.toThrow(
      "larger than 5 MB",
    );
  });

  it("names columns with columnLetter, as spreadsheets do", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  });
});
