import type { Page } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { finishAttempt, openExample } from "../e2e/support/practice.ts";
import { limited, type Row } from "./row.ts";
import { median } from "./statistics.ts";

const segmentCount = 10;
const mostMs = 20;
/** Where the original is left to play on to its end by itself, in percent. */
const seekTo = 80;
const mostKeys = 100;
/** The longest that the rest of an original may take, in ms. */
const endsWithinMs = 30_000;

const measureName = "ended-to-first-sample";

async function seekNearEnd(page: Page): Promise<void> {
  const slider = page.getByRole("slider", { name: "Position" });
  const ended = page.getByRole("button", { name: "Finish Attempt" });
  for (let keys = 0; keys < mostKeys; keys += 1) {
    if (Number(await slider.getAttribute("aria-valuenow")) >= seekTo || (await ended.isVisible())) return;
    await slider.press("ArrowRight");
  }
}

async function practise(page: Page, segment: number): Promise<void> {
  await page.getByText(`Segment ${segment}/${segmentCount}`).waitFor();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await seekNearEnd(page);
  const measured = ({ name, count }: { name: string; count: number }) =>
    performance.getEntriesByName(name).length >= count;
  await page.waitForFunction(measured, { name: measureName, count: segment }, { timeout: endsWithinMs });
  await finishAttempt(page);
  if (segment < segmentCount) await page.getByRole("button", { name: "Next" }).click();
}

/**
 * From the `ended` event of an original to the first recorded sample, over all segments of an example dialogue, as the
 * app measures it with a fake microphone. Most of each original is skipped by keyboard; its end comes by itself.
 */
export async function measureFirstSample(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser);
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    for (let segment = 1; segment <= segmentCount; segment += 1) await practise(page, segment);
    const durations = await page.evaluate(
      (name) => performance.getEntriesByName(name).map(({ duration }) => duration),
      measureName,
    );
    const name = `End of the original to the first recorded sample, ${durations.length} segments`;
    return [
      limited(`${name}: median`, median(durations), "ms", mostMs),
      limited(`${name}: maximum`, Math.max(...durations), "ms", mostMs),
    ];
  } finally {
    await browser.close();
  }
}
