import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample } from "./support/practice.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** How long an original is let alone before it is left, in ms: less and more than a device takes to begin. */
const patience = Array.from({ length: 40 }, (_, at) => at / 2);

/** Plays an original, leaves it for another segment after so many ms, and plays that one. */
function leaveSoon(page: Page, afterMs: number, move: "Next" | "Previous"): Promise<void> {
  return page.evaluate(
    async ({ ms, name }) => {
      const click = (wanted: string) => {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button")];
        buttons.find(({ textContent }) => textContent?.trim() === wanted)?.click();
      };
      click("Play Audio");
      const until = performance.now() + ms;
      while (performance.now() < until) await new Promise<void>((resolve) => setTimeout(resolve));
      click(name);
      await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
      click("Play Audio");
    },
    { ms: afterMs, name: move },
  );
}

const position = async (page: Page) =>
  Number(await page.getByRole("slider", { name: "Position" }).getAttribute("aria-valuenow"));

test("an original left as soon as it was begun does not keep the next one from being heard", async () => {
  const { page, problems } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  for (const [at, ms] of patience.entries()) {
    const move = at % 2 === 0 ? "Next" : "Previous";
    await leaveSoon(page, ms, move);
    await expect.poll(() => position(page), { message: `after ${ms} ms` }).toBeGreaterThan(0);
    await page.getByRole("button", { name: move === "Next" ? "Previous" : "Next", exact: true }).click();
    await page.getByRole("button", { name: move, exact: true }).click();
  }
  expect(problems).toEqual([]);
});
