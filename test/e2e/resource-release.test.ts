import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { resourceKinds, watchPageResources } from "./support/page-resources.ts";
import { finishAttempt, goToLastSegment, listenUntilRecording, openExample, returnHome } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";

const appUrl = inject("appUrl");
const warmUpVisits = 2;
const visits = 4;
const openPage = openFileBrowser();

async function practiseAndGoHome(page: Page): Promise<void> {
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Next" }).click();
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await returnHome(page);
  await page.getByRole("link", { name: /doctor/ }).waitFor();
}

test("holds no more page resources after four visits to a dialogue than after two", async () => {
  const { page } = await openPage();
  const countResources = await watchPageResources(page);
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  for (let visit = 1; visit <= warmUpVisits; visit += 1) await practiseAndGoHome(page);
  const first = await countResources();
  for (let visit = warmUpVisits + 1; visit <= visits; visit += 1) await practiseAndGoHome(page);
  // The toasts of the last visit disappear after a while.
  const grown = async () => {
    const counts = await countResources();
    return resourceKinds.filter((thing) => counts[thing] > first[thing]);
  };
  await expect.poll(grown).toEqual([]);
});
