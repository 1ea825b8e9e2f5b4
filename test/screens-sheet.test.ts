import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { clearSheet } from "./screens/sheet.mjs";

const screens = join(import.meta.dirname, "screens");
const testFiles = readdirSync(screens).filter((file) => file.endsWith(".test.ts"));

test.each(testFiles)("every scene of %s begins with the name of this file", (file) => {
  const calls = [...readFileSync(join(screens, file), "utf8").matchAll(/captureScene\(\w+, ["`](?<scene>[^"`]+)/g)];
  expect(calls).not.toEqual([]);
  const prefix = file.replace(".test.ts", "-");
  expect(calls.map(({ groups }) => groups?.["scene"]).filter((scene) => !scene?.startsWith(prefix))).toEqual([]);
});

describe("clearSheet", () => {
  const pictures = ["exam-none", "exam-session-ready", "feedback-inbox-new", "learner-exam-link", "three-weeks-day-2"];
  const left = (names: string[]) => {
    const directory = mkdtempSync(join(tmpdir(), "parlance-screens-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const picture of pictures) writeFileSync(join(directory, `${picture}@360-dark.png`), "");
    clearSheet(directory, names);
    return readdirSync(directory).map((file) => file.replace("@360-dark.png", ""));
  };

  test.each([
    ["exam", ["feedback-inbox-new", "learner-exam-link", "three-weeks-day-2"]],
    ["session", ["exam-none", "feedback-inbox-new", "learner-exam-link", "three-weeks-day-2"]],
    ["feedback", ["exam-none", "exam-session-ready", "learner-exam-link", "three-weeks-day-2"]],
    ["weeks", ["exam-none", "exam-session-ready", "feedback-inbox-new", "learner-exam-link"]],
  ])("deletes exactly the pictures of the test files whose names contain %j", (name, rest) => {
    expect(left([name])).toEqual(rest);
  });

  test("deletes all pictures if no name is given", () => {
    expect(left([])).toEqual([]);
  });
});
