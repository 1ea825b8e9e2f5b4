import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { type ResourceCounts, resourceKinds, watchPageResources } from "../e2e/support/page-resources.ts";
import {
  finishAttempt,
  listenUntilRecording,
  openExample,
  restartUntilRecording,
  returnHome,
} from "../e2e/support/practice.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { comparedRow, limitedRow, type Row } from "./row.ts";

const segmentsPerScenario = 10;
const visits = 20;
const attemptsOfOneSegment = 200;
/** The first count follows these visits, because the page creates many objects only once. */
const warmUpVisits = 2;
const warmUpAttempts = 20;

/** The memory has no limit, because the engine keeps compiling code, which counts as memory. */
function compareMemory(after: string, first: ResourceCounts, last: ResourceCounts): Row[] {
  return [
    comparedRow(`Memory in use after ${after}`, last.heap / 1_000_000, first.heap / 1_000_000, "MB"),
    ...resourceKinds.map((name) => limitedRow(`Held after ${after}: ${name}`, last[name], "objects", first[name])),
  ];
}

async function attempt(page: Page): Promise<void> {
  await listenUntilRecording(page);
  await finishAttempt(page);
}

async function visit(page: Page): Promise<void> {
  await openExample(page, /doctor/);
  for (let segment = 1; segment <= segmentsPerScenario; segment += 1) {
    await page.getByText(`Segment ${segment}/${segmentsPerScenario}`).waitFor();
    await attempt(page);
    await page.getByRole("button", { name: segment < segmentsPerScenario ? "Next" : "Finish", exact: true }).click();
  }
  await returnHome(page);
  await page.getByRole("link", { name: /doctor/ }).waitFor();
}

async function openLearner(
  browser: Browser,
  appUrl: string,
): Promise<{ page: Page; countResources: () => Promise<ResourceCounts> }> {
  const { page } = await openPage(browser);
  const countResources = await watchPageResources(page);
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  return { page, countResources };
}

async function measureVisits(browser: Browser, appUrl: string): Promise<Row[]> {
  const { page, countResources } = await openLearner(browser, appUrl);
  let first: ResourceCounts | undefined;
  for (let done = 1; done <= visits; done += 1) {
    await visit(page);
    if (done === warmUpVisits) first = await countResources();
  }
  const last = await countResources();
  await page.context().close();
  return compareMemory(`${visits * segmentsPerScenario} segments of ${visits} visits`, first ?? last, last);
}

async function measureAttempts(browser: Browser, appUrl: string): Promise<Row[]> {
  const { page, countResources } = await openLearner(browser, appUrl);
  await openExample(page, /doctor/);
  await attempt(page);
  let first: ResourceCounts | undefined;
  for (let done = 2; done <= attemptsOfOneSegment; done += 1) {
    await restartUntilRecording(page);
    await finishAttempt(page);
    if (done === warmUpAttempts) first = await countResources();
  }
  const last = await countResources();
  await page.context().close();
  return compareMemory(`${attemptsOfOneSegment} attempts at one segment`, first ?? last, last);
}

export async function measureLongPractice(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    return [...(await measureVisits(browser, appUrl)), ...(await measureAttempts(browser, appUrl))];
  } finally {
    await browser.close();
  }
}
