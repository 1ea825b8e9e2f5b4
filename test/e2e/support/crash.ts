import type { Page } from "playwright-core";
import { startWaiting } from "./start-waiting.ts";

/** Lets a page's process end at once, as a crash does. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = startWaiting(page.waitForEvent("crash"));
  // The command has no answer, since nobody is left to give one.
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}
