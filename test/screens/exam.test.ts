import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { seedMarkedExams } from "../e2e/support/marked-exams.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("captures the mock exam page without exam attempts and with four exam attempts", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/exam`);
  const start = page.getByRole("link", { name: "Start a mock exam" });
  await waitUntilShown(page.getByText("No past mock exams to show."));
  await captureScene(page, "exam-none", { inView: [start] });
  await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [24, 12] },
    { at: "2026-01-12T12:00:00.000Z", marked: 6, lost: [17.5, 9] },
    { at: "2026-01-20T12:00:00.000Z", marked: 6, lost: [12, 4.5] },
    { at: "2026-01-28T12:00:00.000Z", marked: 2, lost: [1, 0] },
  ]);
  await page.reload();
  const figure = page.getByRole("figure");
  await waitUntilShown(figure);
  await captureScene(page, "exam-several", { inView: [start] });
  await captureScene(page, "exam-several-list", { at: figure });
  await page.getByRole("button", { name: "Delete" }).first().click();
  await waitUntilShown(page.getByRole("dialog"));
  await captureScene(page, "exam-deleting");
});
