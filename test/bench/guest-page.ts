import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { guestFilePrefix } from "../../domain/http/site-files.ts";
import { webDirectory } from "../../local/web-server.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { emulate3g } from "../e2e/support/emulate-3g.ts";
import { shareRecordings } from "../e2e/support/shared-recordings.ts";
import { median } from "../support/statistics.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const rounds = 5;
const mostScriptKb = 60;
const mostOpeningMs = 2_000;
const mostCommentSeconds = 30;
/** A person's pauses in ms. */
const pace = { letter: 250, look: 1_500, request: 3_000, listening: 5_000 };

/** The network of `emulate3g`. */
const network = { latencyMs: 150, bytesPerSecond: 200_000 };
const recordingBytes = 32_000;

declare global {
  interface Window {
    guestMarks?: { openedAt?: number; heardAt?: number };
  }
}

function scriptKb(): number {
  const directory = join(webDirectory, "dist", "assets");
  const files = readdirSync(directory).filter((name) => name.startsWith(guestFilePrefix) && name.endsWith(".js"));
  return (
    files.reduce((sum, name) => sum + gzipSync(readFileSync(join(directory, name)), { level: 9 }).length, 0) / 1000
  );
}

/** The recorded times are in ms since the start of the navigation. */
async function watchPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const marks: NonNullable<Window["guestMarks"]> = {};
    window.guestMarks = marks;
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener("playing", ({ timeStamp }) => {
        marks.heardAt ??= timeStamp;
      });
      return play.call(this);
    };
    const look = new MutationObserver(() => {
      if (!document.querySelector(".guest-players")) return;
      look.disconnect();
      marks.openedAt = performance.now();
    });
    look.observe(document, { childList: true, subtree: true });
  });
}

/**
 * Delays the responses of the stand-ins as the emulated network would. A POST takes two round trips, because the
 * browser sends a CORS preflight request first.
 */
async function delayStandIns(page: Page, appUrl: string): Promise<void> {
  const { origin } = new URL(appUrl);
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      const request = route.request();
      const roundTrips = request.method() === "POST" ? 2 : 1;
      const bytes = new URL(request.url()).pathname.endsWith(".mp3") ? recordingBytes : 0;
      await pause(roundTrips * network.latencyMs + (1_000 * bytes) / network.bytesPerSecond);
      await route.fallback();
    },
  );
}

type Opening = { openedMs: number; heardMs: number; loadedKb: number };

async function measureOpening(browser: Browser, appUrl: string): Promise<Opening> {
  const { page, context } = await openPage(browser);
  const shared = await shareRecordings(page, appUrl);
  await delayStandIns(page, appUrl);
  await watchPage(context);
  const loaded: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (/javascript/.test(response.headers()["content-type"] ?? "")) loaded.push(response.body());
  });
  await emulate3g(page);
  await page.goto(shared.url);
  // Playwright's click counts as a user gesture, which browsers require before they play sound.
  await page.getByRole("button", { name: "Play recording" }).click();
  await page.waitForFunction(() => window.guestMarks?.heardAt !== undefined);
  const { openedAt = Number.NaN, heardAt = Number.NaN } = (await page.evaluate(() => window.guestMarks)) ?? {};
  const sizes = (await Promise.all(loaded)).map((body) => gzipSync(body, { level: 9 }).length);
  await context.close();
  return { openedMs: openedAt, heardMs: heardAt, loadedKb: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

async function commentLikeAPerson(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play recording" }).waitFor();
  await pause(pace.request);
  await page.getByLabel("Your name").pressSequentially("Bina", { delay: pace.letter });
  await pause(pace.look);
  await page.getByRole("button", { name: "Play recording" }).click();
  await pause(pace.listening);
  await page.getByRole("textbox", { name: "Comment" }).pressSequentially("Too slow here.", { delay: pace.letter });
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Your comments" }).getByRole("button", { name: "Delete" }).waitFor();
}

async function measureFirstComment(browser: Browser, appUrl: string): Promise<number> {
  const { page, context } = await openPage(browser);
  const shared = await shareRecordings(page, appUrl);
  await delayStandIns(page, appUrl);
  await emulate3g(page);
  const startedAt = performance.now();
  await page.goto(shared.url);
  await commentLikeAPerson(page);
  const seconds = (performance.now() - startedAt) / 1_000;
  await context.close();
  return seconds;
}

/** Stand-ins replace the API and the audio, so the measured times do not include the work of handlers. */
export async function measureGuestPage(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const openings: Opening[] = [];
    for (let round = 0; round < rounds; round += 1) openings.push(await measureOpening(browser, appUrl));
    const loadedKb = openings[0]?.loadedKb ?? Number.NaN;
    const opened = median(openings.map(({ openedMs }) => openedMs));
    const heard = median(openings.map(({ heardMs }) => heardMs));
    return [
      limitedRow("Guest's page: all JavaScript, gzipped", scriptKb(), "kB", mostScriptKb),
      reportedRow("Guest's page: JavaScript before the first use, gzipped", loadedKb, "kB"),
      limitedRow("Tap on a link to players that can be used, 3G: median", opened, "ms", mostOpeningMs),
      reportedRow("Tap on a link to the first sound, 3G: median", heard, "ms"),
      limitedRow(
        "Tap on a link to the first comment at a person's pace, 3G",
        await measureFirstComment(browser, appUrl),
        "s",
        mostCommentSeconds,
      ),
    ];
  } finally {
    await browser.close();
  }
}
