import type { Page } from "playwright-core";

/** While the window has no focus, Radix pauses the timers of its toasts. Silent toasts have other timers. */
export async function pauseToasts(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event("blur")));
}
