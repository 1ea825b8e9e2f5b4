import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  returnHome,
} from "./support/practice.ts";
import { openTab } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const question = (page: Page) => page.getByRole("dialog", { name: /Keep your recordings?\?/ });
const welcome = (page: Page) => waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
const backToTopics = (page: Page) => page.getByRole("button", { name: "Back to Topics" });

async function record(page: Page): Promise<void> {
  await listenUntilRecording(page);
  await finishAttempt(page);
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await openTab(page, "Account");
}

const goHome = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Parlance" }).click();

test("asks whether to delete the recordings before the learner leaves practice", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.keyboard.press("b");
  await welcome(page);
  expect(await question(page).count(), "no question without recordings").toBe(0);

  await openExample(page, /doctor/);
  await record(page);
  await page.keyboard.press("b");
  await waitUntilShown(question(page).getByText("You have 1 practice recording in this browser."));
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe("Stay");
  await expectAccessibleInEveryAppearance(page);
  // Shortcuts are off while a dialog is open.
  for (const key of ["b", "n", "r", "s"]) await page.keyboard.press(key);
  await page.getByText("Segment 1/10").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  await page.getByText("Segment 1/10").waitFor();
  expect(await loadStoredRecordings(page)).toHaveLength(1);

  await page.keyboard.press("n");
  await record(page);
  await backToTopics(page).click();
  await question(page).getByRole("button", { name: "Keep them" }).click();
  await welcome(page);
  expect(await loadStoredRecordings(page)).toHaveLength(2);

  await openExample(page, /rent a flat/);
  await record(page);
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await returnHome(page, "Remove");
  await waitUntilShown(page.getByText("Scenario Complete!").first());
  await welcome(page);
  await expect
    .poll(() => loadStoredRecordings(page))
    .toMatchObject([{ scenarioId: "example-1" }, { scenarioId: "example-1" }]);

  await openExample(page, /doctor/);
  await backToTopics(page).click();
  await question(page)
    .getByRole("checkbox", { name: /^Always do this/ })
    .check();
  await question(page).getByRole("button", { name: "Keep them" }).click();
  await welcome(page);
  await openExample(page, /doctor/);
  await backToTopics(page).click();
  await welcome(page);
  expect(await loadStoredRecordings(page)).toHaveLength(2);

  await openSettings(page);
  await page.reload();
  await waitUntilShown(page.getByRole("radio", { name: "Keep them" }));
  expect(await page.getByRole("radio", { name: "Keep them" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Remove them" }).check();
  await goHome(page);
  await openExample(page, /doctor/);
  await backToTopics(page).click();
  await welcome(page);
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);

  await openSettings(page);
  expect(await page.getByRole("radio", { name: "Remove them" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Ask me" }).check();
  await goHome(page);
  await openExample(page, /doctor/);
  await record(page);
  await backToTopics(page).click();
  await waitUntilShown(question(page));
});

test("reports recordings that could not be removed when the learner leaves", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await record(page);
  await expect.poll(() => loadStoredRecordings(page)).toHaveLength(1);
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException("The database cannot be written", "UnknownError");
    };
  });
  await backToTopics(page).click();
  await question(page).getByRole("button", { name: "Remove 1 recording" }).click();
  await waitUntilShown(page.getByText("Not all recordings could be deleted.", { exact: false }).first());
  await welcome(page);
  expect(await loadStoredRecordings(page)).toHaveLength(1);
});

test("the profile lists the recordings by dialogue, and deletes recordings on request", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  await openSettings(page);
  await waitUntilShown(page.getByText("You have no finished practice recordings in this browser."));
  await goHome(page);
  await openExample(page, /doctor/);
  await record(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await record(page);
  await goHome(page);
  await openExample(page, /rent a flat/);
  await record(page);

  await openSettings(page);
  await waitUntilShown(page.getByText(/^Practice: 3 recordings, [\d.]+ [kM]B of 200 MB\.$/));
  const dialogues = page.locator(".stored-dialogue");
  expect(await dialogues.count()).toBe(2);
  const doctor = dialogues.filter({ hasText: "doctor" });
  await doctor.getByText("2 recordings", { exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    doctor.getByRole("button", { name: /Download segment 2, attempt 1/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("example-1-segment-2-attempt-1.wav");
  await expectAccessibleInEveryAppearance(page);

  await doctor.getByRole("button", { name: /Delete recording of segment 2, attempt 1/ }).click();
  await doctor.getByRole("button", { name: /^Keep$/ }).click();
  expect(await loadStoredRecordings(page)).toHaveLength(3);
  await doctor.getByRole("button", { name: /Delete recording of segment 2, attempt 1/ }).click();
  await doctor
    .getByRole("button", { name: /^Delete recording of segment 2/ })
    .and(page.locator(".variant-danger"))
    .click();
  await waitUntilShown(page.getByText("1 recording deleted.", { exact: true }));
  await doctor.getByText("1 recording", { exact: true }).waitFor();
  const flat = dialogues.filter({ hasText: "flat" });
  await flat.getByRole("button", { name: /Delete 1 recording of/ }).click();
  await flat.getByRole("button", { name: "Delete 1 recording", exact: true }).click();
  await expect.poll(() => loadStoredRecordings(page)).toMatchObject([{ scenarioId: "example-1", segmentIndex: 0 }]);
  await expect.poll(() => dialogues.count()).toBe(1);
});
