import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { makeOriginal } from "../e2e/support/originals.ts";
import { finishAttempt, listenUntilRecording, openExample, recordFor } from "../e2e/support/practice.ts";
import { shown } from "../e2e/support/shown.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser(makeOriginal(30));

test("shows a segment of the pack beside a learner's recording", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await recordFor(page, 11);
  await finishAttempt(page);
  await page.getByRole("listitem").filter({ hasText: "Recording Completed" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await shown(page.getByText("Translated Script"));
  await shoot(page, "compared-scripts", { filled: 2 });
});
