import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../chromium.mjs";

export type BrowserOptions = {
  /** What the fake microphone hears, once, from the moment it is opened; a 440 Hz beep if not given. */
  speech?: string;
};

/** A Chromium with a fake microphone that needs no permission. */
export async function launchBrowser({ speech }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is not installed");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      ...(speech ? [`--use-file-for-fake-audio-capture=${speech}`] : []),
    ],
  });
}

/** A page in a fresh profile, with everything that went wrong in it. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ permissions: ["microphone"], ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, context, problems };
}
