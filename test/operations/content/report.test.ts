import { expect, it } from "vitest";
import { report } from "../../../operations/content/report.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { createPack } from "../../content/publishing/packs.ts";
import { writeFiles } from "../../content/sample-pack.ts";

const printed = captureOutput();

it("the report command counts dialogues, minutes and reviews by language and topic", async () => {
  const files = await createPack({
    ...{ "nepali/health/health-1": {}, "nepali/health/health-2": {}, "nepali/legal/legal-1": {} },
    "spanish/health/health-1": {},
  });
  const review = { by: "Asha Rai", on: "2026-11-01" };
  const list = (...entries: object[]) => JSON.stringify(entries);
  const health = [
    { id: "health-1", scenario: "A", words: 270, seconds: 150, review },
    { id: "health-2", scenario: "B", words: 331, seconds: 150, level: "exam" },
  ];
  files.set("nepali/health/metadata.json", list(...health));
  files.set("nepali/legal/metadata.json", list({ id: "legal-1", scenario: "C", words: 330, seconds: 60, review }));
  files.set("spanish/health/metadata.json", list({ id: "health-1", scenario: "D", words: 269, seconds: 600 }));
  expect(await report.run([await writeFiles(files)])).toBe(0);
  const rows = printed.out
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toEqual([
    ["language", "topic", "dialogues", "minutes", "exam length", "reviewed"],
    ["nepali", "health", "2", "5", "1", "1"],
    ["nepali", "legal", "1", "1", "1", "1"],
    ["nepali", "all", "3", "6", "2", "2"],
    ["spanish", "health", "1", "10", "0", "0"],
    ["spanish", "all", "1", "10", "0", "0"],
    ["all", "all", "4", "16", "2", "2"],
  ]);
});

it("the report command refuses a call without a directory", async () => {
  expect(await report.run([])).toBe(2);
  expect(printed.error).toContain("Usage: npm run content -- report DIR");
});
