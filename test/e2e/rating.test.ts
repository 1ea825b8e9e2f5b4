import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  listenUntilRecording,
  openExample,
  restartUntilRecording,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { loadReviews, loadStudyChanges } from "./support/study.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const panel = (page: Page) => page.getByRole("region", { name: /^(What did you miss|How did it go)\?$/ });
const unit = (page: Page, at: number) => panel(page).getByRole("checkbox").nth(at);
const saved = (page: Page, text: string) => waitUntilShown(panel(page).getByRole("status").getByText(text));
const hidden = (page: Page) => panel(page).waitFor({ state: "detached" });

async function record(page: Page): Promise<void> {
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
}

async function openRecorded(page: Page): Promise<void> {
  await shortenAudio(page, 1);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await record(page);
}

const ofSegment = { kind: "segment", language: "nepali", scenario_id: "example-1", segment_id: "segment-1" };

test("lets a learner rate an attempt by keys after the learner plays the reference", async () => {
  const { page } = await openPage();
  await openRecorded(page);
  expect(await panel(page).count(), "the units would reveal the answer").toBe(0);
  await page.keyboard.press("y");
  await waitUntilShown(page.getByText("Playing your recording.").first());
  expect(await panel(page).count(), "the own recording reveals nothing").toBe(0);
  await page.keyboard.press("1");
  await page.keyboard.press("x");
  await page.keyboard.press("t");
  await waitUntilShown(panel(page));
  expect(await loadReviews(page)).toEqual([]);

  await page.keyboard.press("2");
  await expect.poll(() => unit(page, 1).isChecked()).toBe(true);
  await page.keyboard.press("c");
  await saved(page, "Rated: Hard. You missed 1 unit.");
  const [first, ...others] = await loadReviews(page);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ item: ofSegment, rating: "hard", source: "practice", missed: [{ kind: "key-idea" }] });

  await page.keyboard.press("3");
  await page.keyboard.press("c");
  await saved(page, "Rated: Again. You missed 2 units.");
  await page.reload();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  await page.keyboard.press("t");
  await saved(page, "Rated: Again. You missed 2 units.");
  expect([await unit(page, 0).isChecked(), await unit(page, 1).isChecked()]).toEqual([false, true]);
  await page.keyboard.press("e");
  await saved(page, "Rated: Easy.");
  const ratings = (await loadReviews(page)).map(({ rating, missed }) => ({ rating, missed }));
  expect(ratings, "an attempt has one rating").toEqual([{ rating: "easy", missed: undefined }]);
});

test("lets a learner rate each attempt of a segment by touch", async () => {
  const { page } = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await openRecorded(page);
  await page.getByRole("button", { name: "Show Transcripts" }).tap();
  await panel(page).getByRole("button", { name: "All correct" }).tap();
  await saved(page, "Rated: Good. All correct.");
  await expectAccessibleInEveryAppearance(page);

  await page.getByRole("checkbox", { name: "Keep open" }).tap();
  await restartUntilRecording(page);
  await hidden(page);
  await page.keyboard.press("x");
  await record(page);
  await waitUntilShown(panel(page));
  expect(await panel(page).getByRole("status").textContent(), "a new attempt is not rated").toBe("");
  await unit(page, 0).tap();
  await panel(page).getByRole("button", { name: "Save" }).tap();
  await saved(page, "Rated: Hard. You missed 1 unit.");
  expect((await loadReviews(page)).map(({ rating }) => rating).toSorted()).toEqual(["good", "hard"]);
});

test("lets a learner rate an attempt by one key if the segment has no scoring units", async () => {
  const { page } = await openPage();
  await page.route("**/example-*/metadata.json*", async (route) => {
    const response = await route.fetch();
    const segments: Record<string, unknown>[] = await response.json();
    await route.fulfill({ response, json: segments.map(({ units: _, ...segment }) => segment) });
  });
  await openRecorded(page);
  await page.keyboard.press("t");
  await waitUntilShown(page.getByRole("region", { name: "How did it go?" }));
  expect(await panel(page).getByRole("checkbox").count()).toBe(0);
  await page.keyboard.press("?");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Rating: Good/ })
    .click();
  await page.keyboard.press("j");
  await waitUntilShown(page.getByText("Rating: Good is now “j”."));
  await page.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await saved(page, "Rated: Good.");
  expect(await loadReviews(page)).toMatchObject([{ rating: "good", source: "practice" }]);
});

test("saves the length and the silence of a finished recording", async () => {
  const { page } = await openPage();
  await openRecorded(page);
  const facts = async () => (await loadStudyChanges(page)).filter(({ type }) => type === "recording");
  await expect.poll(async () => (await facts()).length).toBe(1);
  const [change] = await facts();
  if (change?.type !== "recording") throw new Error("There are no facts");
  const { seconds, silence_seconds: silence } = change.recording;
  expect(change.recording).toMatchObject({ language: "nepali", scenario_id: "example-1", segment_id: "segment-1" });
  expect(seconds).toBeGreaterThan(0.9);
  expect(silence).toBeLessThanOrEqual(seconds);
});
