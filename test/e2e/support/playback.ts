import type { BrowserContext, Page } from "playwright-core";

type PlaybackSettings = { rate: number; pitchKept: boolean };

declare global {
  interface Window {
    lastPlayed?: HTMLMediaElement;
    /** The latest known settings of `lastPlayed`. */
    lastHeard?: PlaybackSettings | undefined;
    /** If true, `waitUntilHeard` does not count the playback after its end. */
    isDone?: boolean;
  }
}

/** Watches from inside the page, because a playback may end before the test checks it. */
export async function watchPlayback(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = new WeakSet<HTMLMediaElement>();
    const hear = ({ currentTarget: element, type }: Event) => {
      if (!(element instanceof HTMLMediaElement) || element !== window.lastPlayed || element.currentTime === 0) return;
      window.lastHeard = { rate: element.playbackRate, pitchKept: element.preservesPitch };
      if (type === "pause" && !element.ended) window.isDone = true;
    };
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      Object.assign(window, { lastPlayed: this, lastHeard: undefined, isDone: false });
      if (!watched.has(this))
        for (const event of ["timeupdate", "ratechange", "pause"]) this.addEventListener(event, hear);
      watched.add(this);
      return play.call(this);
    };
  });
}

export async function playOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio", exact: true }).click();
  await waitUntilHeard(page);
}

/** Playback that has already ended counts too, but only for one call of this function. */
export async function waitUntilHeard(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { lastPlayed, lastHeard, isDone } = window;
    const isPlaying = lastPlayed && !lastPlayed.paused && lastPlayed.currentTime > 0;
    const isHeard = isPlaying || (lastHeard && !isDone);
    if (isHeard) window.isDone = true;
    return isHeard;
  });
}

export async function readPlaybackSettings(page: Page): Promise<PlaybackSettings | null> {
  return page.evaluate(() => window.lastHeard ?? null);
}

export async function skipToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const element = window.lastPlayed;
    if (element) element.currentTime = element.duration - 0.3;
  });
}

export function trackContentRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.mp3$|metadata\.json$/.test(pathname)) paths.push(pathname);
  });
  return paths;
}
