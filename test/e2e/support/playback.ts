import type { BrowserContext, Page } from "playwright-core";

/** How something was heard. */
type PlaybackSettings = { rate: number; pitchKept: boolean };

declare global {
  interface Window {
    /** The element that played last. */
    lastPlayed?: HTMLMediaElement;
    /** How that was heard last; nothing of it was yet if there is none. */
    lastHeard?: PlaybackSettings | undefined;
    /** Whether nobody waits for it any more: a test has done so, or it was stopped before its end. */
    isDone?: boolean;
  }
}

/** Lets every page of a context remember what it plays, since on a busy machine a sound may be over before a test looks. */
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

/** Presses Play Audio and waits until the original is heard. */
export async function playOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio", exact: true }).click();
  await waitUntilHeard(page);
}

/** Waits until something is heard, or something has been that nobody has waited for yet. */
export async function waitUntilHeard(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { lastPlayed, lastHeard, isDone } = window;
    const isPlaying = lastPlayed && !lastPlayed.paused && lastPlayed.currentTime > 0;
    const isHeard = isPlaying || (lastHeard && !isDone);
    if (isHeard) window.isDone = true;
    return isHeard;
  });
}

/** How what was played last is heard. */
export async function readPlaybackSettings(page: Page): Promise<PlaybackSettings | null> {
  return page.evaluate(() => window.lastHeard ?? null);
}

/** Skips all but the end of what plays; the end comes by itself. */
export async function skipToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const element = window.lastPlayed;
    if (element) element.currentTime = element.duration - 0.3;
  });
}

/** Notes the address of every request of a page for a recording or for metadata, without its signature. */
export function trackContentRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.mp3$|metadata\.json$/.test(pathname)) paths.push(pathname);
  });
  return paths;
}
