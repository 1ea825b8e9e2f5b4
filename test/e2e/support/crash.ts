import type { Page } from "playwright-core";
import { startWaiting } from "./start-waiting.ts";

export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = startWaiting(page.waitForEvent("crash"));
  // A crashed process sends no response to the command.
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}
