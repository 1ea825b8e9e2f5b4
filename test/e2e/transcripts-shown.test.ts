import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { findHiddenParts } from "../screens/support/visual-checks.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, openExample, skipOriginal, waitForRecordedSeconds } from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const script = (page: Page) => page.getByRole("heading", { name: "Original Script" });
const toggle = (page: Page) => page.getByRole("button", { name: /^(Show|Hide) Transcripts$/ });
const keep = (page: Page) => page.getByRole("checkbox", { name: "Keep open" });
const hidden = (page: Page) => script(page).waitFor({ state: "detached" });

async function tellsTheTimeRecorded(page: Page): Promise<void> {
  const timer = page.getByRole("region", { name: "Your recording" }).getByRole("timer", { name: "Time recorded" });
  await waitForRecordedSeconds(page, 2);
  await expect
    .poll(async () => {
      const [text, seconds] = await timer.evaluate((element) => {
        const [measure] = performance.getEntriesByName("ended-to-first-sample").slice(-1);
        const firstSampleAt = (measure?.startTime ?? 0) + (measure?.duration ?? 0);
        return [element.textContent, (performance.now() - firstSampleAt) / 1000] as const;
      });
      const [, told] = /^0:0(\d)$/.exec(text ?? "") ?? [];
      return Math.abs(Number(told) + 0.5 - seconds) <= 1;
    })
    .toBe(true);
  expect(await timer.getAttribute("aria-live")).toBe("off");
  expect(
    await timer.evaluate((element) => element.closest("[role=status], [role=alert], [aria-live=polite]")),
  ).toBeNull();
}

test("closes transcripts when a recording starts, unless “Keep open” is checked", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await toggle(page).click();
  await expect.poll(() => findHiddenParts([script(page)])).toEqual([]);
  await page.getByRole("button", { name: "Next" }).click();
  await hidden(page);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByText("Segment 1/10").waitFor();
  expect(await script(page).count(), "transcripts stay closed, also in the segment where they were opened").toBe(0);
  await toggle(page).click();
  await waitUntilShown(script(page));
  expect(await page.getByRole("timer").count()).toBe(0);
  await skipOriginal(page);
  await hidden(page);
  expect(await toggle(page).getAttribute("aria-expanded")).toBe("false");
  expect(await toggle(page).isDisabled()).toBe(true);
  await page.keyboard.press("s");
  await toggle(page).click({ force: true });
  expect(await script(page).count()).toBe(0);
  await tellsTheTimeRecorded(page);
  await finishAttempt(page);
  expect(await page.getByRole("timer").count()).toBe(0);
  await waitUntilShown(script(page));

  await keep(page).check();
  // A checkbox is not a text field, so single keys stay shortcuts.
  await page.keyboard.press("n");
  await page.getByText("Segment 2/10").waitFor();
  await waitUntilShown(script(page));
  await skipOriginal(page);
  await waitUntilShown(script(page));
  await toggle(page).click();
  await hidden(page);
  await toggle(page).click();
  await waitUntilShown(script(page));
  await waitForRecordedSeconds(page, 0.5);
  await finishAttempt(page);
  await page.reload();
  await waitUntilShown(script(page));
  expect(await keep(page).isChecked()).toBe(true);
  await keep(page).uncheck();
  await waitUntilShown(script(page));
  await page.getByRole("button", { name: "Next" }).click();
  await hidden(page);
  await page.reload();
  await waitUntilShown(toggle(page));
  expect(await script(page).count()).toBe(0);
  await toggle(page).click();
  expect(await keep(page).isChecked()).toBe(false);
});
