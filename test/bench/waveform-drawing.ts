import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { finishAttempt, openExample, waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { median, percentile } from "../support/statistics.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const slowDown = 4;
const mostMs = 4;
const recordedSeconds = 4;
const endsWithinMs = 60_000;

declare global {
  interface Window {
    /** Durations in ms. */
    drawings: number[];
  }
}

/** Measures the callback of each animation frame that draws on a canvas of the page. */
async function timeDrawings(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.drawings = [];
    let drew = false;
    const prototype = CanvasRenderingContext2D.prototype;
    const clear = prototype.clearRect;
    prototype.clearRect = function clearAndNote(...box) {
      drew ||= this.canvas instanceof HTMLCanvasElement && this.canvas.isConnected;
      clear.apply(this, box);
    };
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        drew = false;
        const from = performance.now();
        callback(time);
        if (drew) window.drawings.push(performance.now() - from);
      });
  });
}

async function slowed(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

async function readDrawings(page: Page): Promise<number[]> {
  return page.evaluate(() => window.drawings.splice(0));
}

/** Other processes can lengthen single frames, so the longest five percent of the frames have no limit. */
export async function measureWaveformDrawing(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 });
    await timeDrawings(context);
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await slowed(page, slowDown);
    await readDrawings(page);
    await page.getByRole("button", { name: "Play Audio" }).click();
    await page.getByRole("button", { name: "Finish Attempt" }).waitFor({ timeout: endsWithinMs });
    const playing = await readDrawings(page);
    await waitForRecordedSeconds(page, recordedSeconds);
    const recording = await readDrawings(page);
    await finishAttempt(page);
    await page.getByRole("button", { name: "Play Your Recording" }).click();
    await page.getByText("Compare your recording").first().waitFor({ timeout: endsWithinMs });
    const comparing = await readDrawings(page);
    const all = [...playing, ...recording, ...comparing];
    const name = `Drawing the waveform at ${slowDown} × slow-down, ${all.length} frames`;
    return [
      limitedRow(`${name}: median`, median(all), "ms", mostMs),
      limitedRow(`${name}: 95 in 100`, percentile(all, 0.95), "ms", mostMs),
      reportedRow(`${name}: 99 in 100`, percentile(all, 0.99), "ms"),
      reportedRow(`${name}: median while an original plays`, median(playing), "ms"),
      reportedRow(`${name}: median while recording`, median(recording), "ms"),
      reportedRow(`${name}: longest`, Math.max(...all), "ms"),
    ];
  } finally {
    await browser.close();
  }
}
