import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { median } from "../support/statistics.ts";
import { comparedRow, type Row } from "./row.ts";

const rounds = 7;
const mostTimes = 1.2;
const first = /\/example-1\/segments\/segment-1(-[0-9a-f]+)?\.mp3/;
const lastPrepared = "example-3/metadata.json";

/** The latency is in ms, and the throughput is in bytes per second. */
const mobile = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const unhindered = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
type Network = typeof mobile;

declare global {
  interface Window {
    firstSound?: { clickedAt?: number; heardAt?: number };
  }
}

/** Also records the times of the click on a dialogue and of the first sound, in ms of `performance.now()`. */
async function pressPlayAtOnce(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const marks: NonNullable<Window["firstSound"]> = {};
    window.firstSound = marks;
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("a[href^='/topic/']"))
        marks.clickedAt = event.timeStamp;
    };
    document.addEventListener("click", onClick, { capture: true });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener("playing", ({ timeStamp }) => {
        if (marks.clickedAt !== undefined) marks.heardAt ??= timeStamp;
      });
      return play.call(this);
    };
    const press = new MutationObserver(() => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Play Audio");
      if (!button || marks.clickedAt === undefined) return;
      press.disconnect();
      button.click();
    });
    press.observe(document, { childList: true, subtree: true });
  });
}

/** Returns the time to the first sound in ms, without the app's code. */
async function playDirectly(page: Page, url: string): Promise<number> {
  return page.evaluate(async (from) => {
    const startedAt = performance.now();
    const response = await fetch(from);
    const source = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: "audio/mpeg" }));
    const element = new Audio(source);
    const heard = new Promise<number>((resolve) => {
      element.addEventListener("playing", ({ timeStamp }) => resolve(timeStamp), { once: true });
    });
    await element.play();
    const heardAt = await heard;
    element.pause();
    URL.revokeObjectURL(source);
    return heardAt - startedAt;
  }, url);
}

async function emptyCaches(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("scenario_session_")) localStorage.removeItem(key);
    await new Promise((resolve) => {
      const deleting = indexedDB.deleteDatabase("parlance-audio");
      deleting.onsuccess = resolve;
      deleting.onerror = resolve;
    });
  });
}

type Round = { opened: number; plain: number };
type Visit = { page: Page; network: CDPSession; conditions: Network; appUrl: string };

async function openList({ page, network, conditions, appUrl }: Visit): Promise<void> {
  await network.send("Network.emulateNetworkConditions", { offline: false, ...unhindered });
  await page.goto(appUrl);
  await emptyCaches(page);
  const ready = page.waitForResponse((response) => response.url().includes(lastPrepared));
  await page.reload();
  await ready;
  // Browsers play audio only after a user gesture.
  await page.mouse.click(1, 1);
  await network.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
}

/** Opens a dialogue by a script's click, because a pointer over the list makes the list preload audio. */
async function openAndHear(visit: Visit): Promise<{ ms: number; url: string }> {
  const { page } = visit;
  await openList(visit);
  const asked = page.waitForRequest(first);
  await page.getByRole("link", { name: /doctor/ }).evaluate((link: HTMLElement) => link.click());
  await page.waitForFunction(() => window.firstSound?.heardAt !== undefined);
  const { heardAt = Number.NaN, clickedAt = Number.NaN } = (await page.evaluate(() => window.firstSound)) ?? {};
  return { ms: heardAt - clickedAt, url: (await asked).url() };
}

async function measureOver(browser: Browser, conditions: Network, appUrl: string): Promise<Round> {
  const { page, context } = await openPage(browser);
  await pressPlayAtOnce(context);
  await signUpFree(page, appUrl, newLearner());
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const visit: Visit = { page, network, conditions, appUrl };
  const { url } = await openAndHear(visit);
  const [opened, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    opened.push((await openAndHear(visit)).ms);
    await openList(visit);
    plain.push(await playDirectly(page, url));
  }
  await context.close();
  return { opened: median(opened), plain: median(plain) };
}

export async function measureFirstSound(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const far = await measureOver(browser, mobile, appUrl);
    const near = await measureOver(browser, unhindered, appUrl);
    const name = "Click on a scenario to first sound, beside plain fetch and play";
    return [
      comparedRow(`${name}: 150 ms, 1.6 Mbit/s, median`, far.opened, far.plain, "ms", mostTimes),
      comparedRow(`${name}: loopback, median`, near.opened, near.plain, "ms"),
    ];
  } finally {
    await browser.close();
  }
}
