import { setTimeout as pause } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { scaledTimeoutMs } from "../../support/limits.ts";

/** `scaledTimeoutMs` multiplies this limit. */
export const shownWithinMs = 5_000;
const lookEveryMs = 20;

/** Playwright's own wait slows down to two checks a second. */
export async function waitUntilShown(locator: Locator): Promise<void> {
  const giveUpAt = performance.now() + scaledTimeoutMs(shownWithinMs);
  while (!(await locator.isVisible())) {
    // Playwright's own wait reports which element is missing.
    if (performance.now() > giveUpAt) await locator.waitFor({ timeout: 1 });
    await pause(lookEveryMs);
  }
}
