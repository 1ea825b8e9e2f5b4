import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    /** The element that played last. */
    lastPlayed?: HTMLMediaElement;
  }
}

/** Lets every page of a context remember which element it plays. */
export async function watchPlayback(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      window.lastPlayed = this;
      return play.call(this);
    };
  });
}

/** Presses Play Audio and waits until the original is heard. */
export async function playOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio", exact: true }).click();
  await untilHeard(page);
}

/** Waits until something is heard. */
export async function untilHeard(page: Page): Promise<void> {
  await page.waitForFunction(() => window.lastPlayed && !window.lastPlayed.paused && window.lastPlayed.currentTime > 0);
}

/** How what plays is heard. */
export async function heardAt(page: Page): Promise<{ rate: number; pitchKept: boolean } | null> {
  return page.evaluate(() => {
    const element = window.lastPlayed;
    return element && !element.paused ? { rate: element.playbackRate, pitchKept: element.preservesPitch } : null;
  });
}

/** Skips all but the end of what plays; the end comes by itself. */
export async function skipToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const element = window.lastPlayed;
    if (element) element.currentTime = element.duration - 0.3;
  });
}

/** Notes the address of every request of a page for a recording or for metadata, without its signature. */
export function noteContentRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.mp3$|metadata\.json$/.test(pathname)) paths.push(pathname);
  });
  return paths;
}
