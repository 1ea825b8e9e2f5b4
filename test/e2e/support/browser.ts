import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../engines/chromium.mjs";
import { scaledTimeoutMs } from "../../support/limits.ts";
import type { SoundServer } from "./sound-server.ts";
import { shownWithinMs } from "./wait-until-shown.ts";

export type BrowserOptions = {
  /** A WAV file, which the fake microphone repeats. By default the fake microphone beeps. */
  speech?: string;
  /** By default the browser is muted. */
  sound?: SoundServer;
  microphone?: "fake" | "sound server";
  debuggingPort?: number;
};

/** The browser grants the microphone without a question. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { speech, sound, microphone = "fake", debuggingPort } = options;
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is not installed");
  return chromium.launch({
    executablePath,
    timeout: scaledTimeoutMs(20_000),
    ...(sound ? { env: { ...process.env, ...sound.env }, ignoreDefaultArgs: ["--mute-audio"] } : {}),
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--use-fake-ui-for-media-stream",
      ...(microphone === "fake" ? ["--use-fake-device-for-media-stream"] : []),
      ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
      ...(speech ? [`--use-file-for-fake-audio-capture=${speech}`] : []),
    ],
  });
}

const microphoneCheckedKey = "parlance_microphone_checked";

async function skipMicrophoneCheck(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    // Pages without an origin have no storage.
    if (location.protocol.startsWith("http")) localStorage.setItem(key, "true");
  }, microphoneCheckedKey);
}

export type PageOptions = Parameters<Browser["newContext"]>[0] & {
  microphoneChecked?: boolean;
};

/**
 * Service workers are blocked by default, because `page.route` does not intercept requests that a service worker
 * handles.
 * https://playwright.dev/docs/api/class-page#page-route
 */
const serviceWorkers = "block";

export async function openPage(
  browser: Browser,
  { microphoneChecked: skipsCheck = true, ...options }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ permissions: ["microphone"], serviceWorkers, ...options });
  context.setDefaultTimeout(scaledTimeoutMs(shownWithinMs));
  if (skipsCheck) await skipMicrophoneCheck(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, context, problems };
}

export async function listStoredKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return keys.filter((key) => ![microphoneCheckedKey, "react-router-scroll-positions"].includes(key));
}
