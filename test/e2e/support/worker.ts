import type { Page } from "playwright-core";
import type { PageOptions } from "./browser.ts";

/** With a service worker, a page may store the app on its device. */
export const withWorker: PageOptions = { serviceWorkers: "allow" };

/** An activated service worker has stored the files of the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
