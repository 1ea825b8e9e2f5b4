import { setTimeout as pause } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { scaledTimeoutMs } from "../../support/limits.ts";

/** In ms; the app shows anything within this time on an idle machine. */
export const shownWithinMs = 5_000;
const lookEveryMs = 20;

/** Waits until an element is visible. Playwright's own wait soon checks only twice a second. */
export async function waitUntilShown(locator: Locator): Promise<void> {
  const giveUpAt = performance.now() + scaledTimeoutMs(shownWithinMs);
  while (!(await locator.isVisible())) {
    // Playwright reports best which element was missing.
    if (performance.now() > giveUpAt) await locator.waitFor({ timeout: 1 });
    await pause(lookEveryMs);
  }
}
