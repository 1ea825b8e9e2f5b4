import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod/mini";
import type { StudyChange } from "../../domain/study/study-change.ts";
import { studyDay } from "../../domain/study/study-day.ts";
import { simulateReviews } from "../domain/study/simulated-learner.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { type NewLearner, newLearner, signUpFree } from "../e2e/support/learner.ts";
import { finishAttempt, waitForOriginalEnd, waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { seedPractice } from "../e2e/support/seed-practice.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { seedStudy } from "../e2e/support/study.ts";
import { waitForWorker, withWorker } from "../e2e/support/worker.ts";
import { median } from "../support/statistics.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const rounds = 7;
const dayMs = 24 * 60 * 60_000;

/** Similar to the mobile preset of Lighthouse. The latency is in ms, and the throughputs are in bytes a second. */
const mobile = {
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  slowdown: 4,
  viewport: { width: 412, height: 823 },
} as const;

const mostPaintSeconds = 1.2;
const mostShift = 0.01;
const mostHomeRequests = 2;
const mostFirstSoundSeconds = 5;
const mostColdStartSeconds = 1;
const reviewed = 20;
const mostRetentionError = 0.03;

const AppConfig = z.object({ apiUrl: z.string() });

declare global {
  interface Window {
    everyDay?: { paintMs: number; shift: number; heardMs: number | null };
  }
}

/** The recorded times are in ms since the navigation to the page. */
async function watchPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const marks: NonNullable<Window["everyDay"]> = { paintMs: 0, shift: 0, heardMs: null };
    window.everyDay = marks;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) marks.paintMs = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const [value, isAnswer] = [Reflect.get(entry, "value"), Reflect.get(entry, "hadRecentInput")];
        if (typeof value === "number" && isAnswer !== true) marks.shift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener("playing", ({ timeStamp }) => {
        marks.heardMs ??= timeStamp;
      });
      return play.call(this);
    };
  });
}

async function marksOf(page: Page) {
  const marks = await page.evaluate(() => window.everyDay);
  if (!marks) throw new Error("The page was not watched");
  return marks;
}

const primaryAction = (page: Page) => page.getByRole("main").getByRole("link", { name: /^(Continue|Start review)$/ });

type Visitor = { page: Page; context: BrowserContext; devTools: CDPSession; learner: NewLearner };

async function openLearner(browser: Browser, appUrl: string): Promise<Visitor> {
  const { page, context } = await openPage(browser, { ...withWorker, viewport: mobile.viewport });
  await watchPage(context);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const at = new Date(Date.now() - dayMs / 2).toISOString();
  await seedPractice(appUrl, learner, [{ language: "nepali", scenarioId: "example-2", done: 4, of: 12, at }]);
  await waitForWorker(page);
  await page.reload();
  await primaryAction(page).waitFor();
  return { page, context, devTools: await context.newCDPSession(page), learner };
}

async function slowDown({ devTools }: Visitor): Promise<void> {
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", mobile.network);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: mobile.slowdown });
}

async function countHomeRequests({ page }: Visitor, appUrl: string): Promise<number> {
  const { apiUrl } = AppConfig.parse(await (await fetch(`${appUrl}/config.json`)).json());
  let requests = 0;
  const count = (request: { url: () => string; method: () => string }) => {
    if (request.url().startsWith(apiUrl) && request.method() !== "OPTIONS") requests += 1;
  };
  page.on("request", count);
  await page.reload();
  await primaryAction(page).waitFor();
  await page.waitForLoadState("networkidle");
  page.off("request", count);
  return requests;
}

async function measureHome(visitor: Visitor, appUrl: string): Promise<Row[]> {
  const { page } = visitor;
  const requests = await countHomeRequests(visitor, appUrl);
  await slowDown(visitor);
  const [paints, shifts, sounds]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(appUrl);
    await primaryAction(page).waitFor();
    await page.waitForLoadState("networkidle");
    const { paintMs, shift } = await marksOf(page);
    paints.push(paintMs / 1000);
    shifts.push(shift);
    await page.goto(appUrl);
    await primaryAction(page).click();
    await page.waitForFunction(() => typeof window.everyDay?.heardMs === "number");
    sounds.push(((await marksOf(page)).heardMs ?? Number.NaN) / 1000);
  }
  const name = "Home on a mobile preset with a warm cache";
  return [
    limitedRow("Requests to the API for Home", requests, "requests", mostHomeRequests),
    limitedRow(`${name}: largest contentful paint, median`, median(paints), "s", mostPaintSeconds),
    limitedRow(`${name}: layout shift, most`, Math.max(...shifts), "of the view", mostShift),
    limitedRow(
      `${name}: opening the app to the first sound, one click, median`,
      median(sounds),
      "s",
      mostFirstSoundSeconds,
    ),
  ];
}

async function measureColdStart({ page, context, devTools }: Visitor, appUrl: string): Promise<Row> {
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.close();
  await context.setOffline(true);
  const ready: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cold = await context.newPage();
    await cold.goto(appUrl);
    await primaryAction(cold).waitFor();
    ready.push((await marksOf(cold)).paintMs / 1000);
    await cold.close();
  }
  await context.setOffline(false);
  return limitedRow(
    "Cold start without a network: largest contentful paint, median",
    median(ready),
    "s",
    mostColdStartSeconds,
  );
}

function dueReviews(): StudyChange[] {
  const at = new Date(Date.now() - 3 * dayMs);
  return Array.from({ length: reviewed }, (_, nth) => ({
    ...{ type: "review" as const, id: crypto.randomUUID(), changed_at: at.toISOString() },
    review: {
      item: {
        ...{ kind: "segment" as const, language: "nepali" as const },
        ...{ scenario_id: nth < 10 ? "example-1" : "example-2", segment_id: `segment-${(nth % 10) + 1}` },
      },
      ...{ day: studyDay(at), rating: "again" as const, missed: [], source: "practice" as const },
    },
  }));
}

async function countReviewRequests(browser: Browser, appUrl: string): Promise<Row[]> {
  const { apiUrl } = AppConfig.parse(await (await fetch(`${appUrl}/config.json`)).json());
  const { page, context } = await openPage(browser);
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await seedStudy(appUrl, learner, dueReviews());
  await page.goto(`${appUrl}/review`);
  await page.getByRole("button", { name: "Start review" }).waitFor();
  await page.waitForLoadState("networkidle");
  const called: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(apiUrl) && request.method() !== "OPTIONS") called.push(request.url());
  });
  await page.getByRole("button", { name: "Start review" }).click();
  for (let nth = 0; nth < reviewed; nth += 1) {
    await page.getByText(`${reviewed - nth} of ${reviewed} left`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Play Audio", disabled: false }).click();
    await waitForOriginalEnd(page);
    await waitForRecordedSeconds(page, 0.2);
    await finishAttempt(page);
    await page.keyboard.press("t");
    await page.keyboard.press("c");
    await page
      .getByRole("status")
      .getByText(/^Rated: /)
      .waitFor();
    await page.keyboard.press("n");
  }
  await page.getByText(`You did ${reviewed} reviews`).waitFor();
  const sent = page.waitForRequest((request) => request.url().includes("/study-changes/"));
  // The app sends batched changes when its page is hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sent;
  await context.close();
  return [reportedRow(`Requests to the API for a review of ${reviewed} segments`, called.length, "requests")];
}

function measureSimulation(): Row[] {
  return [0.85, 0.9, 0.95].map((retention) => {
    const error = Math.abs(simulateReviews(retention, { reviews: 10_000, seed: 7 }) - retention);
    const name = `10,000 simulated reviews, ${100 * retention} percent wanted: difference`;
    return limitedRow(name, 100 * error, "percent", 100 * mostRetentionError);
  });
}

export async function measureEveryDay(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const visitor = await openLearner(browser, appUrl);
    const home = await measureHome(visitor, appUrl);
    const coldStart = await measureColdStart(visitor, appUrl);
    await visitor.context.close();
    return [...home, coldStart, ...(await countReviewRequests(browser, appUrl)), ...measureSimulation()];
  } finally {
    await browser.close();
  }
}
