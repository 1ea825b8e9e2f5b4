import type { Page } from "playwright-core";

/** Keeps the visible toasts: their timers pause while the window is blurred. */
export async function pauseToasts(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event("blur")));
}
