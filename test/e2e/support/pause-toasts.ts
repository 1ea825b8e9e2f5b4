import type { Page } from "playwright-core";

/** Keeps the visible toasts on the screen. Their timers pause while the window has no focus. */
export async function pauseToasts(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event("blur")));
}
