import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { encodeWav } from "../../../web/src/audio/wav.ts";
import { launchBrowser, openPage, type PageOptions } from "./browser.ts";
import type { Signal } from "./correlate.ts";

/**
 * Closes the pages after each test, so that they do not slow down the next test.
 * @param speech the fake microphone's audio; by default a beep
 * @returns a function that opens a page in a new profile
 */
export function openFileBrowser(speech?: Signal): (options?: PageOptions) => ReturnType<typeof openPage> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-browser-"));
  let browser: Browser;
  beforeAll(async () => {
    const file = join(directory, "speech.wav");
    if (speech) writeFileSync(file, Buffer.from(encodeWav(speech.samples, speech.sampleRate)));
    browser = await launchBrowser(speech ? { speech: file } : {});
  });
  afterEach(async () => {
    // A pending route would fail after its page is closed. Failures are ignored, because a page may have crashed.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.allSettled(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(directory, { recursive: true });
  });
  return (options) => openPage(browser, options);
}
