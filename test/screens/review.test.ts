import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import type { SegmentRef, StudyChange } from "../../domain/study/study-change.ts";
import { studyDay } from "../../domain/study/study-day.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { createOriginal } from "../e2e/support/originals.ts";
import { createSubscriber } from "../e2e/support/payments.ts";
import { finishAttempt, listenUntilRecording, waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { seedStudy } from "../e2e/support/study.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser(createOriginal(30));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "What did you miss?" });

function dueSegment(segment: SegmentRef): StudyChange {
  const at = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  const review = { day: studyDay(at), rating: "again", source: "practice" } as const;
  return {
    ...{ type: "review", id: crypto.randomUUID(), changed_at: at.toISOString() },
    review: { item: { kind: "segment", ...segment }, ...review },
  };
}

const urduTerm: StudyChange = {
  ...{ type: "term", id: crypto.randomUUID(), changed_at: new Date(Date.now() - 60_000).toISOString() },
  term: {
    ...{ language: "urdu", english: "blood pressure", translation: "بلڈ پریشر", note: "Not “tension”." },
    ...{ sentence: "Your blood pressure is a little high.", topic_id: "health", segment: null },
    created_at: "2026-11-20T09:00:00.000Z",
  },
};

test("captures a review in a language that is written from right to left", async () => {
  const { page } = await openPage();
  const learner = await createSubscriber(page, appUrl, "Plus");
  await shortenAudio(page, 1);
  await seedStudy(appUrl, learner, [
    dueSegment({ language: "urdu", scenario_id: "health-1", segment_id: "segment-1" }),
    urduTerm,
  ]);
  await page.goto(`${appUrl}/review`);
  await waitUntilShown(button(page, "Start review"));
  await page.getByText("Review settings").click();
  await captureScene(page, "review-overview");
  await button(page, "Start review").click();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 2);
  await finishAttempt(page);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page));
  await page.getByRole("listitem").filter({ hasText: "Recording Completed" }).waitFor({ state: "detached" });
  await page.keyboard.press("2");
  await captureScene(page, "review-missed", { at: panel(page) });
  await page.keyboard.press("c");
  await waitUntilShown(panel(page).getByText(/^Rated: /));
  await captureScene(page, "review-rated");
  await page.keyboard.press("n");
  await waitUntilShown(button(page, "Show answer"));
  await captureScene(page, "review-term");
  await page.keyboard.press("s");
  await waitUntilShown(page.getByText("blood pressure", { exact: true }));
  await captureScene(page, "review-answer");
  await page.keyboard.press("k");
  await waitUntilShown(page.getByText("Rated: Good."));
  await page.keyboard.press("n");
  await waitUntilShown(page.getByRole("heading", { name: "Done for today" }));
  await captureScene(page, "review-done");
});
