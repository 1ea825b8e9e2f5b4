import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { heading, revokeSessions, told } from "./support/accounts.ts";
import { isCleanInEveryLook } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { exampleDialogue, interpreted, putTakes, tellMock } from "./support/mock-exam.ts";
import { finishAttempt, listenUntilRecording, openExample, storedTakes } from "./support/practice.ts";
import { openTab } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { shown } from "./support/shown.ts";
import { leaveScreens, letTokensEndIn } from "./support/stored-tokens.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** Records one segment of practice, and has two recordings of an exam in the browser. Returns the sheet's address. */
async function record(page: Page, learner: NewLearner): Promise<string> {
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, learner);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await expect.poll(() => storedTakes(page)).toHaveLength(1);
  const attempt = await tellMock(appUrl, learner, [exampleDialogue("example-1", [interpreted(1), interpreted(1)])]);
  await putTakes(page, attempt);
  return `${appUrl}/exam/${attempt.attempt_id}`;
}

const kept = async (page: Page) => [
  (await storedTakes(page)).length,
  (await storedTakes(page, "parlance-mocks")).length,
];

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

const landing = (page: Page) => shown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
const question = (page: Page) => page.getByRole("dialog", { name: "Delete your recordings and log out?" });

test("asks before a log-out deletes recordings, on every page, and clears both tabs once that is confirmed", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  const sheet = await record(page, learner);
  const other = await context.newPage();
  await other.goto(sheet);
  await shown(other.getByRole("heading", { name: "Segment 1 of 2" }));
  for (const address of ["/profile", "/exam", "/support", "/pricing", "/privacy", new URL(sheet).pathname]) {
    await page.goto(appUrl + address);
    await askToLogOut(page);
    await shown(question(page).getByText(/one practice recording and 2 mock exam recordings/));
    await question(page).getByRole("button", { name: "Stay" }).click();
  }
  expect(await kept(page)).toEqual([1, 2]);
  await askToLogOut(other);
  await question(other).getByRole("button", { name: "Delete and log out" }).click();
  await landing(other);
  await landing(page);
  await expect.poll(() => kept(page)).toEqual([0, 0]);
});

test("keeps recordings for their learner when the session ends on another device, and says why on the log-in page", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  const sheet = await record(page, learner);
  await leaveScreens(page, appUrl);
  await letTokensEndIn(page, -60);
  // As a new password on another device does.
  await revokeSessions(appUrl, learner.email);
  await page.goto(sheet);
  await told(page, "Session Error", "Your session has ended. Please log in again.");
  await heading(page, "Log in");
  await shown(page.getByText(/^Your session ended\. Perhaps you changed your password on another device/));
  await shown(page.getByText(/The recordings that you kept in this browser are still here\. Log in to find them\.$/));
  await isCleanInEveryLook(page);
  expect(await kept(page)).toEqual([1, 2]);

  // Another learner neither sees nor deletes them.
  const other = newLearner();
  await signUpFree(page, appUrl, other);
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Account");
  await shown(page.getByText("There are no recordings in this browser."));
  await page.goto(`${appUrl}/exam`);
  await shown(page.getByText("You have no mock exams yet."));
  expect(await page.getByRole("region", { name: "Recordings on this device" }).count()).toBe(0);
  await askToLogOut(page);
  await landing(page);
  expect(await question(page).count()).toBe(0);
  expect(await kept(page)).toEqual([1, 2]);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await heading(page, "Log in");
  expect(await page.getByText(/^Your session ended/).count()).toBe(0);

  await logIn(page, appUrl, learner);
  await heading(page, `Welcome, ${learner.name}`);
  await page.goto(sheet);
  await shown(page.getByRole("slider", { name: "Position in the recording" }));
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Account");
  await shown(page.getByText(/1 recording/).first());
  expect(await kept(page)).toEqual([1, 2]);
});

test("offers the recordings as a file before an account is deleted", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await record(page, learner);
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.getByRole("main").getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await shown(
    dialog.getByText("This device has the only copy of one practice recording and 2 mock exam recordings.", {
      exact: false,
    }),
  );
  await isCleanInEveryLook(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as a file (ZIP)" }).click();
  expect((await download).suggestedFilename()).toBe("parlance-recordings.zip");
  await shown(dialog.getByText("3 recordings saved."));
  await dialog.getByRole("button", { name: "Keep account" }).click();
  expect(await kept(page)).toEqual([1, 2]);

  await page.getByRole("main").getByRole("button", { name: "Delete account" }).click();
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await told(page, "Account deleted!");
  await expect.poll(() => kept(page)).toEqual([0, 0]);
});
