import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { revokeSessions, waitForHeading, waitForToast } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, loadStoredRecordings, openExample } from "./support/practice.ts";
import { openTab } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { expireTokensIn, leaveApp } from "./support/stored-tokens.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** Returns the URL of the marking sheet. */
async function record(page: Page, learner: NewLearner): Promise<string> {
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, learner);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await expect.poll(() => loadStoredRecordings(page)).toHaveLength(1);
  const attempt = await createExamAttempt(appUrl, learner, [
    exampleDialogue("example-1", [interpretedSegment(1), interpretedSegment(1)]),
  ]);
  await seedRecordings(page, attempt);
  return `${appUrl}/exam/${attempt.attempt_id}`;
}

const kept = async (page: Page) => [
  (await loadStoredRecordings(page)).length,
  (await loadStoredRecordings(page, "parlance-mocks")).length,
];

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

const landing = (page: Page) => waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
const question = (page: Page) => page.getByRole("dialog", { name: "Delete your recordings and log out?" });

test("asks on pages outside practice before a log-out deletes recordings", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  const sheet = await record(page, learner);
  const other = await context.newPage();
  await other.goto(sheet);
  await waitUntilShown(other.getByRole("heading", { name: "Segment 1 of 2" }));
  for (const address of ["/profile", "/exam", "/support", "/pricing", "/privacy", new URL(sheet).pathname]) {
    await page.goto(appUrl + address);
    await askToLogOut(page);
    await waitUntilShown(question(page).getByText(/one practice recording and 2 mock exam recordings/));
    await question(page).getByRole("button", { name: "Stay" }).click();
  }
  expect(await kept(page)).toEqual([1, 2]);
  await askToLogOut(other);
  await question(other).getByRole("button", { name: "Delete and log out" }).click();
  await landing(other);
  await landing(page);
  await expect.poll(() => kept(page)).toEqual([0, 0]);
});

test("preserves recordings after the session was revoked, and reports that the session ended", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  const sheet = await record(page, learner);
  await leaveApp(page, appUrl);
  await expireTokensIn(page, -60);
  // A password change revokes sessions by the same Cognito command.
  await revokeSessions(appUrl, learner.email);
  await page.goto(sheet);
  await waitForToast(page, "Session Error", "Your session has ended. Please log in again.");
  await waitForHeading(page, "Log in");
  await waitUntilShown(page.getByText("Your session ended. Log in to continue.", { exact: true }));
  await expectAccessibleInEveryAppearance(page);
  expect(await kept(page)).toEqual([1, 2]);

  const other = newLearner();
  await signUpFree(page, appUrl, other);
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Account");
  await waitUntilShown(page.getByText("You have no finished practice recordings in this browser."));
  await page.goto(`${appUrl}/exam`);
  await waitUntilShown(page.getByText("No past mock exams to show."));
  expect(await page.getByRole("region", { name: "Exam recordings in this browser" }).count()).toBe(0);
  await askToLogOut(page);
  await landing(page);
  expect(await question(page).count()).toBe(0);
  expect(await kept(page)).toEqual([1, 2]);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await waitForHeading(page, "Log in");
  expect(await page.getByText(/^Your session ended/).count()).toBe(0);

  await logIn(page, appUrl, learner);
  await waitForHeading(page, `Welcome, ${learner.name}`);
  await page.goto(sheet);
  await waitUntilShown(page.getByRole("slider", { name: "Position in the recording" }));
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Account");
  await waitUntilShown(page.getByText(/1 recording/).first());
  expect(await kept(page)).toEqual([1, 2]);
});

test("offers the recordings as a file before an account is deleted", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await record(page, learner);
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.getByRole("main").getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await waitUntilShown(
    dialog.getByText("This browser has one practice recording and 2 mock exam recordings.", {
      exact: false,
    }),
  );
  await expectAccessibleInEveryAppearance(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as a file (ZIP)" }).click();
  expect((await download).suggestedFilename()).toBe("parlance-recordings.zip");
  await waitUntilShown(dialog.getByText("The file contains 3 recordings."));
  await dialog.getByRole("button", { name: "Keep account" }).click();
  expect(await kept(page)).toEqual([1, 2]);

  await page.getByRole("main").getByRole("button", { name: "Delete account" }).click();
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await waitForToast(page, "Account deleted!");
  await expect.poll(() => kept(page)).toEqual([0, 0]);
});
