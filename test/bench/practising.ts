import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import * as z from "zod/mini";
import { SegmentList } from "../../domain/content/pack.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { playOriginal, skipToEnd, watchPlayback } from "../e2e/support/playback.ts";
import { finishAttempt, openExample } from "../e2e/support/practice.ts";
import { root } from "../support/child-app.ts";
import { median } from "../support/statistics.ts";
import { exactRow, type Row, reportedRow } from "./row.ts";

const attempts = 3;
const decodings = 9;
const measureName = "decode-original";
/** The original of this dialogue's second segment has 35 words, the most that a segment may have. */
const dialogue = join(root, "content/pack/spanish/employment/emp-1");
const [, long] = SegmentList.parse(JSON.parse(readFileSync(join(dialogue, "metadata.json"), "utf8")));
const longSegment = join(dialogue, "segments", long?.audio ?? "");

const AppConfig = z.object({ apiUrl: z.string() });

async function attempt(page: Page): Promise<void> {
  await playOriginal(page);
  await skipToEnd(page);
  const saved = page.waitForResponse((response) => response.url().includes("/progress/"));
  await finishAttempt(page);
  await saved;
}

async function countRequests(browser: Browser, appUrl: string): Promise<Row[]> {
  const { apiUrl } = AppConfig.parse(await (await fetch(`${appUrl}/config.json`)).json());
  const { page, context } = await openPage(browser);
  await watchPlayback(context);
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).waitFor();
  const called: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(apiUrl) && request.method() !== "OPTIONS") called.push(request.url());
  });
  await openExample(page, /doctor/);
  for (let segment = 1; segment <= attempts; segment += 1) {
    await attempt(page);
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await context.close();
  const saves = called.filter((url) => url.includes("/progress/")).length;
  return [
    exactRow("Requests to the API for opening and hearing a scenario", called.length - saves, "requests", 0),
    exactRow(`Requests to the API for ${attempts} attempts`, saves, "requests", attempts),
  ];
}

async function measureDecoding(browser: Browser, appUrl: string): Promise<Row> {
  const { page, context } = await openPage(browser);
  const body = readFileSync(longSegment);
  const headers = { "access-control-allow-origin": appUrl, "content-type": "audio/mpeg" };
  await page.route(/\/segments\/segment-1(-[0-9a-f]+)?\.mp3/, (route) => route.fulfill({ body, headers }));
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const durations: number[] = [];
  for (let round = 0; round < decodings; round += 1) {
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, measureName);
    durations.push(await page.evaluate((name) => performance.getEntriesByName(name)[0]?.duration ?? 0, measureName));
    await page.reload();
  }
  await context.close();
  return reportedRow("Decoding an original of 35 words and finding its peaks: median", median(durations), "ms");
}

export async function measurePractising(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    return [...(await countRequests(browser, appUrl)), await measureDecoding(browser, appUrl)];
  } finally {
    await browser.close();
  }
}
