import type { Page } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import {
  createExamAttempt,
  exampleDialogue,
  interpretedSegment,
  seedRecordings,
} from "../e2e/support/exam-attempts.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { median } from "../support/statistics.ts";
import { limitedRow, type Row } from "./row.ts";

const openings = 9;
const segments = 12;

function measureOpening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('main a[href^="/exam/"]:not([href="/exam/run"])');
    if (!link) throw new Error("No exam is listed");
    // A task queued in an animation frame runs after that frame is painted.
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const isReady = () => document.querySelector('.sheet-voices [data-voice="said"]:not([aria-disabled="true"])');
    const start = performance.now();
    link.click();
    while (!isReady()) await painted();
    await painted();
    return performance.now() - start;
  });
}

export async function measureMarkingSheetOpening(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    const dialogues = ["example-2", "example-3"].map((id) =>
      exampleDialogue(
        id,
        Array.from({ length: segments }, () => interpretedSegment(5)),
      ),
    );
    await seedRecordings(page, await createExamAttempt(appUrl, learner, dialogues));
    await page.goto(`${appUrl}/exam`);
    const listed = page.locator('main a[href^="/exam/"]:not([href="/exam/run"])').first();
    const durations: number[] = [];
    for (let opening = 0; opening <= openings; opening += 1) {
      await listed.waitFor();
      const duration = await measureOpening(page);
      // The first opening is left out, because it loads the page's code.
      if (opening > 0) durations.push(duration);
      await page.goBack();
    }
    return [
      limitedRow("Opening the marking sheet of an exam of 24 segments, to ready: median", median(durations), "ms", 100),
    ];
  } finally {
    await browser.close();
  }
}
