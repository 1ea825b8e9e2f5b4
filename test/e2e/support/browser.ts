import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../engines/chromium.mjs";
import { scaledTimeoutMs } from "../../support/limits.ts";
import type { SoundServer } from "./sound-server.ts";
import { shownWithinMs } from "./wait-until-shown.ts";

export type BrowserOptions = {
  /** The WAV file that the fake microphone hears, over and over from the moment it is opened; a 440 Hz beep if not given. */
  speech?: string;
  /** Where what is played goes, so that it can be recorded; nowhere if not given. */
  sound?: SoundServer;
  /** Whose microphone is listened to: the fake one unless told. */
  microphone?: "fake" | "sound server";
  /** Where other programs reach it by the DevTools protocol. */
  debuggingPort?: number;
};

/** A Chromium with a microphone that needs no permission. */
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

/** Lets a learner practise without being shown the microphone check first. */
async function skipMicrophoneCheck(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    // Pages without an origin have no storage.
    if (location.protocol.startsWith("http")) localStorage.setItem(key, "true");
  }, microphoneCheckedKey);
}

export type PageOptions = Parameters<Browser["newContext"]>[0] & {
  /** Whether this browser counts as one whose microphone was checked; it does unless told. */
  microphoneChecked?: boolean;
};

/** A page in a fresh profile, with everything that went wrong in it. */
export async function openPage(
  browser: Browser,
  { microphoneChecked: skipsCheck = true, ...options }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ permissions: ["microphone"], ...options });
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

/** Under which names a page keeps something in this browser, but for what these tests and the router keep. */
export async function listStoredKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return keys.filter((key) => ![microphoneCheckedKey, "react-router-scroll-positions"].includes(key));
}
