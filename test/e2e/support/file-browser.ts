import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { encodeWav } from "../../../web/src/audio/wav.ts";
import { launchBrowser, openPage, type PageOptions } from "./browser.ts";
import type { Signal } from "./correlate.ts";

/**
 * Has one browser for all tests of a file, and closes its pages after each: whatever goes on in them would slow down the
 * next test.
 * @param speech what the fake microphone hears; a beep if not given
 * @returns opens a page in a fresh profile
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
    // An answer that is still on its way to a page would fail once the page is gone; one that crashed is gone already.
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
