import path from "node:path";
import { expect, it } from "vitest";
import { readScripts } from "../../../content/authoring/script-source.ts";
import { parseLanguage } from "../../../content/authoring/write-script.ts";
import { importTable } from "../../../operations/content/import.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { createTemporaryDirectory, writeFiles } from "../../content/sample-pack.ts";

const printed = captureOutput();
const nepali = "What is your name?,तपाईंको नाम के हो?\n";
const spanish = "What is your name and where do you live?,¿Cómo se llama usted y dónde vive?\n";

async function importFrom(tables: Readonly<Record<string, string>>, ...args: string[]) {
  const to = await createTemporaryDirectory();
  const folder = await writeFiles(new Map(Object.entries(tables)));
  const run = async (...more: string[]) => await importTable.run([folder, "--to", to, ...args, ...more]);
  const code = await run();
  const scripts = async () =>
    (await readScripts(path.join(to, "scripts"))).map(({ language, topic, id }) => `${language}/${topic}/${id}`);
  return { code, run, scripts };
}

it("the import command reads each table's language, topic and id from the table's path", async () => {
  const tables = { "nepali/health/health-7.csv": nepali, "spanish/legal/legal-2.csv": spanish, "notes.txt": "x" };
  const { code, scripts } = await importFrom(tables);
  expect([code, printed.error]).toEqual([0, ""]);
  expect(await scripts()).toEqual(["nepali/health/health-7", "spanish/legal/legal-2"]);
  expect(printed.out).toContain("2 of 2 tables imported.");
});

it("the import command uses --language, --topic and the lowest free id if a path lacks them", async () => {
  const tables = { "At the clinic.csv": nepali, "health-4.csv": nepali };
  const { code, scripts } = await importFrom(tables, "--language", "ne", "--topic", "health");
  expect([code, printed.error]).toEqual([0, ""]);
  expect(await scripts()).toEqual(["nepali/health/health-1", "nepali/health/health-4"]);
});

it("the import command skips faulty tables, imports the other tables, and exits with 1", async () => {
  const doubtful = { "nepali/health/health-1.csv": "=A1,नमस्ते\n", "klingon/health/health-1.csv": nepali };
  const { code, scripts } = await importFrom({ ...doubtful, "nepali/health/health-2.csv": nepali });
  expect(code).toBe(1);
  expect(await scripts()).toEqual(["nepali/health/health-2"]);
  expect(printed.error).toContain("health-1.csv, row 1, column A: is a formula");
  expect(printed.error).toContain('klingon/health/health-1.csv: "klingon" is not a language to practise');
  expect(printed.out).toContain("1 of 3 tables imported.");
});

it("the import command accepts tables of existing dialogues only with --replace", async () => {
  const { run } = await importFrom({ "nepali/health/health-1.csv": nepali });
  expect(await run()).toBe(1);
  expect(printed.error).toContain("nepali/health/health-1.json already exists");
  expect(await run("--replace", "--yes")).toBe(0);
  expect(printed.out).toContain("nepali/health/health-1: the table changes nothing.");
});

it("the import command refuses a folder without tables, and --id with a folder", async () => {
  expect((await importFrom({ "notes.txt": "x" })).code).toBe(1);
  expect(printed.error).toMatch(/^There is no table \(\.csv or \.tmx\) in /);
  expect((await importFrom({ "nepali/health/health-1.csv": nepali }, "--id", "health-1")).code).toBe(2);
});

it.each([
  ["ne", "nepali"],
  ["NE", "nepali"],
  ["नेपाली", "nepali"],
  ["zh-Hans", "mandarin"],
  ["fil", "filipino"],
])("parseLanguage accepts %j as %s", (typed, language) => {
  expect(parseLanguage(typed)).toBe(language);
});

it.each(["en", "English", "xx"])("parseLanguage refuses %j as a language to practise", (typed) => {
  expect(() => parseLanguage(typed)).toThrow(/is not a language to practise/);
});
