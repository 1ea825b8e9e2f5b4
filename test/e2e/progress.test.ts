import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { UserProgress } from "../../domain/practice/progress.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  returnHome,
  waitForOriginalEnd,
} from "./support/practice.ts";
import { segmentAudioPattern } from "./support/segment-audio-pattern.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("userProgress_")).length);

function savedRows(context: BrowserContext): UserProgress[] {
  const rows: UserProgress[] = [];
  context.on("response", async (response) => {
    if (response.request().method() !== "PUT" || !response.url().includes("/progress/")) return;
    rows.push(z.parse(UserProgress, await response.json()));
  });
  return rows;
}

async function restart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Restart Segment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart Segment" }).click();
}

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

async function shortenSegments(page: Page): Promise<void> {
  const path = join(import.meta.dirname, "..", "content", "fixtures", "blip.mp3");
  const headers = { "access-control-allow-origin": appUrl };
  await page.route("**/segments/*.mp3*", (route) => route.fulfill({ path, contentType: "audio/mpeg", headers }));
}

test("sends offline progress once and in order after the tab was closed", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(request.url()));
  const rows = savedRows(context);
  await signUpFree(page, appUrl, learner);
  await shortenSegments(page);
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => fetched.some((url) => segmentAudioPattern(2).test(url))).toBe(true);
  await page.getByRole("button", { name: "Previous" }).click();

  await listenUntilRecording(page);
  await finishAttempt(page);
  await expect.poll(() => rows).toHaveLength(1);
  await expect.poll(() => waiting(page)).toBe(0);
  await restart(page);
  await expect.poll(() => rows).toHaveLength(2);
  await context.setOffline(true);
  await waitForOriginalEnd(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Next" }).click();
  await listenUntilRecording(page);
  await finishAttempt(page);
  await restart(page);
  await says(page, "Attempts: 2");
  await waitForOriginalEnd(page);
  await finishAttempt(page);
  await expect.poll(() => waiting(page)).toBe(2);

  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("dialog").getByText("Completed Segments: 2 / 10").waitFor();
  await returnHome(page);
  const finish = page.getByRole("dialog", { name: "Scenario Complete!" });
  await finish.getByText("Failed to save completion status. Please try again.").waitFor();
  expect(await loadStoredRecordings(page), "nothing is removed before the completion is saved").toHaveLength(4);

  await page.close();
  expect(rows).toHaveLength(2);
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(appUrl);
  await expect.poll(() => rows).toHaveLength(4);
  await expect.poll(() => waiting(later)).toBe(0);
  expect(rows.map(({ segment_id, attempts, completed }) => [segment_id, attempts, completed])).toEqual([
    ["segment-1", 1, true],
    ["segment-1", 2, false],
    ["segment-1", 2, true],
    ["segment-2", 2, true],
  ]);

  const { page: other } = await openPage();
  await logIn(other, appUrl, learner);
  await other.getByRole("link", { name: /doctor.*2 of 10 segments/ }).waitFor();
  await openExample(other, /doctor/);
  await says(other, "Segment 3/10");
  await says(other, "Attempts: 1");
  await goToLastSegment(other);
  await other.getByRole("button", { name: "Finish" }).click();
  const dialog = other.getByRole("dialog", { name: "Scenario Complete!" });
  await dialog.getByText("Completed Segments: 2 / 10").waitFor();
  const results = dialog.getByRole("listitem");
  expect(await results.nth(1).innerText()).toMatch(/Segment 2\s+Practised\s+Completed/);
  expect(await results.nth(2).innerText()).toMatch(/Segment 3\s+No recording\s+Not completed/);
});

test("sends queued progress at log-out, or asks first if sending fails", async () => {
  const { page, context } = await openPage();
  const rows = savedRows(context);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.route("**/progress/**", (route) => route.abort());
  await page.getByRole("button", { name: "Play Audio" }).click();
  await restart(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => waiting(page)).toBe(1);
  await askToLogOut(page);
  const dialog = page.getByRole("dialog", { name: "Log out without saving?" });
  await says(page, "Your progress in one segment may not be saved yet. If you log out, you may lose this work.");
  await dialog.getByRole("button", { name: "Stay" }).click();
  expect([await waiting(page), rows]).toEqual([1, []]);

  // Each failed try lengthens the delay before the next retry. When the network returns, the app retries at once.
  let failures = 0;
  page.on("requestfailed", () => {
    failures += 1;
  });
  for (let time = 1; time <= 5; time += 1) {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(() => failures).toBeGreaterThanOrEqual(time);
  }
  await page.unroute("**/progress/**");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => rows).toHaveLength(1);

  await page.route("**/progress/**", (route) => route.abort());
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await restart(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => waiting(page)).toBe(1);
  await page.unroute("**/progress/**");
  await askToLogOut(page);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  expect(rows.map(({ segment_id }) => segment_id)).toEqual(["segment-1", "segment-1"]);

  expect(await waiting(page)).toBe(0);
});
