import type { Page } from "playwright-core";
import type { PageOptions } from "./browser.ts";

/** The options of a page that may store the app on its device. */
export const withWorker: PageOptions = { serviceWorkers: "allow" };

/** Waits until the service worker has all files of the app, and serves the page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
