import type { Page } from "playwright-core";

/** Has the messages that show stay for every look: their time stands still while the window has lost the focus. */
export async function pauseToasts(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event("blur")));
}
