import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import {
  createExamAttempt,
  exampleDialogue,
  interpretedSegment,
  seedRecordings,
} from "../e2e/support/exam-attempts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heardAt = (page: Page, segment: number) => page.getByRole("heading", { name: `Segment ${segment} of` });

const dialogues = [
  exampleDialogue(
    "example-2",
    Array.from({ length: 12 }, (_, at) => interpretedSegment(4 + (at % 5), { repeats: at === 4 ? 1 : 0 })),
  ),
  exampleDialogue(
    "example-3",
    Array.from({ length: 14 }, (_, at) => interpretedSegment(5 + (at % 4), { interrupted: at === 6 })),
  ),
];

async function openMock(page: Page, { withRecordings = true } = {}): Promise<void> {
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  if (withRecordings) await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(heardAt(page, 1));
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Adds a note with a deduction of `halves` half marks. */
async function note(page: Page, key: string, halves: number, remark: string): Promise<void> {
  await page.keyboard.press(key);
  const cost = page.getByRole("group", { name: "Marks" }).getByRole("status");
  const wanted = `${halves / 2}`;
  for (let tries = 0; (await cost.textContent()) !== wanted; tries += 1) {
    if (tries > 20) throw new Error("The marks cannot be changed by keys");
    await page.keyboard.press(Number(await cost.textContent()) < halves / 2 ? "ArrowUp" : "ArrowDown");
  }
  await page.keyboard.type(remark);
  await page.keyboard.press("Enter");
}

test("captures an exam's marking, its result and a comparison of two markings", async () => {
  const { page } = await openPage();
  await openMock(page);
  await waitUntilShown(page.getByText("First word"));
  await waitUntilShown(button(page, "All correct"));
  await captureScene(page, "marking-sheet", { inView: [heardAt(page, 1), button(page, "Finish segment")] });
  await press(page, "1", "2", "2");
  await note(page, "o", 3, "no word of the tablets");
  await page.keyboard.press("d");
  await page.keyboard.type("three weeks, not days");
  await captureScene(page, "marking-note");
  await page.keyboard.press("Enter");
  await captureScene(page, "marking-marked");
  await page.keyboard.press("?");
  await waitUntilShown(page.getByRole("dialog"));
  await captureScene(page, "marking-shortcuts");
  await page.keyboard.press("Escape");
  const costs: Record<number, [string, number][]> = {
    2: [["h", 1]],
    4: [
      ["l", 2],
      ["o", 3],
    ],
    7: [["o", 5]],
    9: [["d", 4]],
    14: [["s", 1]],
    17: [
      ["o", 4],
      ["i", 2],
    ],
    20: [["r", 2]],
    22: [["d", 6]],
  };
  for (let at = 0; at < 26; at += 1) {
    for (const [key, halves] of costs[at] ?? []) {
      await press(page, "1");
      await note(page, key, halves, "");
    }
    await press(page, "c", "m");
  }
  await waitUntilShown(page.getByRole("heading", { name: "Pass" }));
  await captureScene(page, "marking-result", { inView: [page.getByRole("heading", { name: "Pass" })] });
  await page.getByRole("button", { name: "Mark again" }).click();
  await page.getByLabel("Marker’s name (empty for yourself)").fill("Maya");
  await captureScene(page, "marking-anew");
  await page.keyboard.press("Enter");
  await waitUntilShown(heardAt(page, 1));
  await page.reload();
  await waitUntilShown(page.getByRole("heading", { name: "Your marking is hidden" }));
  await captureScene(page, "marking-covered");
  await page.getByRole("button", { name: "Delete marking" }).click();
  await captureScene(page, "marking-delete");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("button", { name: "Show Maya’s marking" }).click();
  await waitUntilShown(heardAt(page, 1));
  for (let at = 0; at < 26; at += 1) {
    if (at % 3 === 0) await note(page, at % 2 ? "o" : "d", 9, "");
    await press(page, "c", "m");
  }
  await waitUntilShown(page.getByRole("heading", { name: "Fail" }));
  await page.getByRole("button", { name: "Compare 2 markings" }).click();
  await captureScene(page, "marking-compared", { at: page.getByRole("heading", { name: "Markings side by side" }) });
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const pdf = await page.pdf({ format: "A4", path: `${process.env["SCREENS"] ?? "/tmp"}/marking.pdf` });
  expect(pdf.length).toBeGreaterThan(10_000);
});

test("captures the marking sheet of an exam whose content has changed", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const [first, second] = dialogues;
  if (!first || !second) throw new Error("The mock has two dialogues");
  const gone = { ...second, scenario_id: "example-9", title: "A dialogue of last year" };
  const attempt = await createExamAttempt(appUrl, learner, [{ ...first, version: "another" }, gone]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByText("This recording cannot be played here"));
  await waitUntilShown(page.getByText("This dialogue may have changed since your exam"));
  await captureScene(page, "marking-elsewhere");
  await page.getByRole("navigation", { name: "Segments" }).getByRole("button").nth(14).click();
  await waitUntilShown(page.getByText("The transcripts and audio of this dialogue are not available"));
  await captureScene(page, "marking-withdrawn");
});
