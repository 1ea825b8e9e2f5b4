import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { loadReviews } from "./support/study.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function openSheet(page: Page): Promise<void> {
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [
    exampleDialogue("example-1", [interpretedSegment(3), interpretedSegment(3)]),
  ]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByText("This recording cannot be played here"));
}

const ratingsOf = async (page: Page) =>
  (await loadReviews(page)).map(({ item, rating, source, missed }) => {
    const segment = item.kind === "segment" ? `${item.scenario_id} ${item.segment_id}` : "term";
    return { segment, rating, source, missed: missed?.map(({ kind }) => kind) };
  });

test("saves a review when the learner marks a segment", async () => {
  const { page } = await openPage();
  await openSheet(page);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await page.keyboard.press("1");
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 2 of 2"));
  const first = { segment: "example-1 segment-1", rating: "hard", source: "exam", missed: ["name"] };
  await expect.poll(() => ratingsOf(page)).toEqual([first]);

  await page.keyboard.press("p");
  await waitUntilShown(heading(page, "Segment 1 of 2"));
  await page.keyboard.press("2");
  await expect.poll(() => ratingsOf(page)).toEqual([{ ...first, rating: "again", missed: ["name", "key-idea"] }]);
});

test("saves no review from another person's marking", async () => {
  const { page } = await openPage();
  await openSheet(page);
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 2 of 2"));
  await page.keyboard.press("m");
  await expect.poll(async () => (await ratingsOf(page)).length).toBe(2);
  await page.getByRole("button", { name: "Mark again" }).click();
  await page.getByLabel("Marker’s name (empty for yourself)").fill("Maya");
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByRole("button", { name: "Maya", exact: false, pressed: true }));
  await page.keyboard.press("1");
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 2 of 2"));
  expect((await ratingsOf(page)).map(({ rating }) => rating)).toEqual(["good", "good"]);
});
