import type { Page } from "playwright-core";
import type { PageOptions } from "./browser.ts";

export const withWorker: PageOptions = { serviceWorkers: "allow" };

/** An activated service worker has stored the files of the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
