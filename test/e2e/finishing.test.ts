import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { findFilledButtons } from "../screens/support/visual-checks.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  resizeExamples,
} from "./support/practice.ts";
import { seedPractice } from "./support/seed-practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const finish = (page: Page) => page.getByRole("dialog", { name: "Scenario Complete!" });
const answer = (page: Page, name: string) => finish(page).getByRole("radio", { name });
const heading = (page: Page, name: RegExp | string) => waitUntilShown(page.getByRole("heading", { name }));

async function openShortExample(before: (learner: NewLearner) => Promise<void> = async () => undefined): Promise<Page> {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await shortenAudio(page, 0.3);
  await resizeExamples(page, 2);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await before(learner);
  await page.reload();
  await openExample(page, /doctor/);
  return page;
}

async function record(page: Page): Promise<void> {
  await listenUntilRecording(page);
  await finishAttempt(page);
}

async function recordBoth(page: Page): Promise<void> {
  await record(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await record(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
}

const flat = { language: "nepali", scenarioId: "example-2", at: "2026-01-05T12:00:00.000Z" } as const;
const school = { ...flat, scenarioId: "example-3" } as const;

test("shows a summary and the next dialogue after the last segment", async () => {
  const page = await openShortExample();
  await recordBoth(page);
  await waitUntilShown(finish(page).getByText("Completed Segments: 2 / 2"));
  await waitUntilShown(finish(page).getByText(/^2 attempts · 2 recordings, 0:0\d$/));
  await waitUntilShown(finish(page).getByText("Next dialogue: Applying to rent a flat, Example"));
  await waitUntilShown(finish(page).getByRole("group", { name: "Your 2 recordings of this dialogue" }));
  expect(await answer(page, "Keep on this device").isChecked()).toBe(true);
  expect(await findFilledButtons(page)).toEqual(["Start next dialogue"]);
  await expectAccessibleInEveryAppearance(page);
  await finish(page).getByRole("button", { name: "Start next dialogue" }).click();
  await heading(page, "Applying to rent a flat");
  await waitUntilShown(page.getByText("Scenario Complete!").first());
  expect(new URL(page.url()).pathname).toBe("/topic/example-2");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await loadStoredRecordings(page)).toHaveLength(2);
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("link", { name: /doctor.*Completed/ }));
});

test("deletes the recordings on request, and opens the next dialogue", async () => {
  const page = await openShortExample((learner) => seedPractice(appUrl, learner, [{ ...school, done: 1, of: 2 }]));
  await recordBoth(page);
  await waitUntilShown(
    finish(page).getByText("Enrolling a child at primary school, Example · 1 of 2 segments done", { exact: false }),
  );
  await answer(page, "Remove").check();
  await finish(page)
    .getByRole("checkbox", { name: /^Always do this/ })
    .check();
  await finish(page).getByRole("button", { name: "Continue next dialogue" }).click();
  await heading(page, "Enrolling a child at primary school");
  await waitUntilShown(page.getByText("Segment 2/2"));
  expect(page.url()).toBe(`${appUrl}/topic/example-3?segment=2`);
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);
  await record(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await waitUntilShown(
    finish(page).getByText(
      "If you leave from here, Parlance removes 1 recording of this dialogue. You can change this in your profile.",
    ),
  );
  expect(await finish(page).getByRole("radio").count()).toBe(0);
});

test("offers the remaining segments as the main action while the dialogue is not completed", async () => {
  const page = await openShortExample();
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await waitUntilShown(finish(page).getByText("Completed Segments: 0 / 2"));
  expect(await findFilledButtons(page)).toEqual(["2 segments left · Continue"]);
  expect(await finish(page).getByRole("radio").count(), "without recordings there is no question").toBe(0);
  await finish(page).getByRole("button", { name: "2 segments left · Continue" }).click();
  await waitUntilShown(page.getByText("Segment 1/2"));
});

test("offers mock exams when a free learner has completed all examples", async () => {
  const page = await openShortExample((learner) =>
    seedPractice(appUrl, learner, [
      { ...flat, done: 2, of: 2, finished: true },
      { ...school, done: 2, of: 2, finished: true },
    ]),
  );
  await recordBoth(page);
  await waitUntilShown(finish(page).getByRole("button", { name: "Go to mock exams" }));
  expect(await findFilledButtons(page)).toEqual(["Go to mock exams"]);
  await finish(page).getByRole("button", { name: "Go to mock exams" }).click();
  await waitUntilShown(page.getByRole("heading", { level: 1, name: "Mock exam", exact: true }));
  expect(new URL(page.url()).pathname).toBe("/exam");
});

test("offers to ask for feedback only if a recording is stored", async () => {
  const page = await openShortExample();
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (sessionStorage.getItem("storage") !== "open" && value instanceof ArrayBuffer)
        throw new DOMException("No room", "QuotaExceededError");
      return put.call(this, value, key);
    };
  });
  await recordBoth(page);
  await waitUntilShown(finish(page).getByText("2 recordings are not fully stored.", { exact: false }));
  expect(await finish(page).getByRole("button", { name: "Ask for feedback" }).count()).toBe(0);
  await finish(page).getByRole("button", { name: "Cancel" }).click();

  await page.evaluate(() => sessionStorage.setItem("storage", "open"));
  await page.getByRole("button", { name: "Restart Segment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart Segment" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await waitUntilShown(finish(page).getByRole("button", { name: "Ask for feedback" }));
});
