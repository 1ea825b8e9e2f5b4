import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { createOriginal } from "../e2e/support/originals.ts";
import { finishAttempt, listenUntilRecording, openExample, waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser(createOriginal(30));

test("captures practice with the transcripts of a recorded segment", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 11);
  await finishAttempt(page);
  await page.getByRole("listitem").filter({ hasText: "Recording Completed" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByText("Translated Script"));
  await captureScene(page, "compared-scripts", { filled: 2 });
});
