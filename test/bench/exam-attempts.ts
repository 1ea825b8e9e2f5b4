import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { beginButton, createExamLearner, readSegmentCount, startExamFromHome } from "../e2e/support/exam-steps.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { type ResourceCounts, resourceKinds, watchPageResources } from "../e2e/support/page-resources.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { createSpeechWav } from "../e2e/support/speech-wav.ts";
import { median } from "../support/statistics.ts";
import { comparedRow, exactRow, limitedRow, type Row, reportedRow } from "./row.ts";

const examAttemptCount = 3;
const watchedSeconds = 5;

type ExamAttemptCost = {
  requests: number;
  /** The work of the main thread for each second of recording, in ms. */
  work: number;
};

/** `done` is the total work of the main thread until the time `at`. Both fields are in seconds. */
type Work = { done: number; at: number };

async function openWorkMeter(page: Page): Promise<() => Promise<Work>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { done: metric("TaskDuration"), at: metric("Timestamp") };
  };
}

type Bench = { page: Page; workSoFar: () => Promise<Work> } & ReturnType<typeof createExamLearner>;

/** The page shows Home before and afterwards. */
async function takeExam({ page, workSoFar, interpret, through }: Bench): Promise<ExamAttemptCost> {
  await startExamFromHome(page);
  let requests = 0;
  const count = (request: Request) => {
    // Leaves out scripts, such as the module of the microphone's worklet.
    if (["fetch", "xhr"].includes(request.resourceType())) requests += 1;
  };
  page.on("request", count);
  await beginButton(page).click();
  await interpret(0.5);
  const first = await readSegmentCount(page);
  const before = await workSoFar();
  await page.getByText(`0:0${watchedSeconds}`, { exact: true }).waitFor();
  const after = await workSoFar();
  const work = (1_000 * (after.done - before.done)) / (after.at - before.at);
  await page.keyboard.press("Space");
  await through(2, first);
  await page.getByRole("button", { name: "Continue to dialogue 2" }).click();
  await beginButton(page).click();
  await interpret(0.5);
  const second = await readSegmentCount(page);
  await page.keyboard.press("Space");
  await through(2, second - 1);
  await interpret(0.5);
  page.off("request", count);
  await page.keyboard.press("Space");
  await page.getByRole("heading", { name: "The exam is finished" }).waitFor();
  await page.getByRole("link", { name: "All mock exams" }).click();
  // The objects of the page are counted on Home, because the list of exams grows with each exam.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Parlance$/ })
    .click();
  await page.getByRole("link", { name: "Mock exam", exact: true }).waitFor();
  return { requests, work };
}

export async function measureExamAttempts(appUrl: string, directory: string): Promise<Row[]> {
  const speech = join(directory, "exam-speech.wav");
  writeFileSync(speech, Buffer.from(createSpeechWav({ seconds: 120, seed: 11 })));
  const browser = await launchBrowser({ speech });
  try {
    const { page } = await openPage(browser);
    const countResources = await watchPageResources(page);
    await shortenAudio(page, 0.5);
    await signUpFree(page, appUrl, newLearner());
    await page.getByRole("link", { name: "Mock exam", exact: true }).waitFor();
    const bench = { page, workSoFar: await openWorkMeter(page), ...createExamLearner(page) };
    const sat: ExamAttemptCost[] = [];
    const counts: ResourceCounts[] = [];
    for (let count = 0; count < examAttemptCount; count += 1) {
      sat.push(await takeExam(bench));
      counts.push(await countResources());
    }
    const lags = await page.evaluate(() =>
      performance.getEntriesByName("chime-to-first-sample").map(({ duration }) => duration),
    );
    const [first, last] = [counts[0], counts.at(-1)];
    return [
      limitedRow(`First sample after a chime's end, of ${lags.length}: median`, median(lags), "ms", 20),
      limitedRow(`First sample after a chime's end, of ${lags.length}: maximum`, Math.max(...lags), "ms", 20),
      exactRow(
        `Requests during ${examAttemptCount} exams`,
        sat.reduce((sum, { requests }) => sum + requests, 0),
        "requests",
        0,
      ),
      reportedRow(
        "Main thread for each second of recording in an exam: worst",
        Math.max(...sat.map(({ work }) => work)),
        "ms",
      ),
      ...(first && last
        ? [
            comparedRow(
              `Memory in use after ${examAttemptCount} exams`,
              last.heap / 1_000_000,
              first.heap / 1_000_000,
              "MB",
            ),
            ...resourceKinds.map((name) =>
              limitedRow(`Held after ${examAttemptCount} exams: ${name}`, last[name], "objects", first[name]),
            ),
          ]
        : []),
    ];
  } finally {
    await browser.close();
  }
}
