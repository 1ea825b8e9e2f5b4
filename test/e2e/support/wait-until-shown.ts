import { setTimeout as pause } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { scaledTimeoutMs } from "../../support/limits.ts";

/** How long the app takes at most to show something on a quiet machine, in ms. */
export const shownWithinMs = 5_000;
const lookEveryMs = 20;

/** Waits until something shows. Playwright's own wait looks but twice a second once a moment has passed. */
export async function waitUntilShown(locator: Locator): Promise<void> {
  const giveUpAt = performance.now() + scaledTimeoutMs(shownWithinMs);
  while (!(await locator.isVisible())) {
    // Playwright tells best what was not there.
    if (performance.now() > giveUpAt) await locator.waitFor({ timeout: 1 });
    await pause(lookEveryMs);
  }
}
