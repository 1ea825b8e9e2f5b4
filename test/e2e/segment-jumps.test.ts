import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  listenUntilRecording,
  openExample,
  resizeExamples,
  restartUntilRecording,
  skipOriginal,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const jumps = (page: Page) => page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button");
const jump = (page: Page, name: RegExp | string) => page.getByRole("button", { name, exact: true });
const isAt = (page: Page, segment: string) => page.getByText(`Segment ${segment}`, { exact: true }).waitFor();
const current = (page: Page) => page.locator("[aria-current=step]").allTextContents();

/** Returns the width of the mark below a segment's number in px, or null without a mark. */
const markWidth = (button: Locator) =>
  button.evaluate((element) => {
    const { content, inlineSize } = getComputedStyle(element, "::after");
    return content === "none" ? null : Number.parseFloat(inlineSize);
  });

test("shows 24 segment buttons as separate touch targets at 360 px", async () => {
  const { page } = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await resizeExamples(page, 24);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  expect(await jumps(page).count()).toBe(24);
  const boxes = await jumps(page).evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()));
  for (const [at, { left, right, top, bottom, width, height }] of boxes.entries()) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect([left >= 0, right <= 360, bottom <= 740]).toEqual([true, true, true]);
    const others = boxes.filter((_, other) => other !== at);
    expect(
      others.every((box) => box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top),
    ).toBe(true);
  }
  await jump(page, "Segment 24").tap();
  await isAt(page, "24/24");
  expect(await current(page)).toEqual(["24"]);
  await page.getByRole("button", { name: "Finish", exact: true }).waitFor();
  await jump(page, "Segment 3").tap();
  await isAt(page, "3/24");
  expect(await markWidth(jump(page, "Segment 3"))).toBeNull();
  await skipOriginal(page);
  expect(await jumps(page).evaluateAll((all) => all.every((each) => each.ariaDisabled === "true"))).toBe(true);
  await jump(page, "Segment 5").tap({ force: true });
  await waitForRecordedSeconds(page, 0.5);
  await finishAttempt(page);
  await isAt(page, "3/24");
  const completed = await markWidth(jump(page, "Segment 3, completed, 1 attempt"));
  await page.getByRole("button", { name: "Restart Segment" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Restart Segment" }).tap();
  const practised = await markWidth(jump(page, "Segment 3, practised, 2 attempts"));
  await jump(page, "Segment 1").tap();
  await isAt(page, "1/24");
  await page.getByText("Press Play Audio, listen, then interpret aloud.").first().waitFor();
  expect([practised, completed].every((width) => width !== null)).toBe(true);
  expect(completed).toBeGreaterThan(practised ?? 0);
  await expectAccessibleInEveryAppearance(page);
});

test("the row of segment buttons is one tab stop with arrow keys", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("g");
  expect(await focused()).toBe("Segment 1");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Segment 3");
  await isAt(page, "1/10");
  await page.keyboard.press("Enter");
  await isAt(page, "3/10");
  expect(await focused()).toBe("Segment 3");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await isAt(page, "10/10");
  expect(await current(page)).toEqual(["10"]);
  await page.keyboard.press("Shift+Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Previous");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Segment 10");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Finish");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await isAt(page, "1/10");

  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await page.keyboard.press("g");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await finishAttempt(page);
  await isAt(page, "1/10");
  await restartUntilRecording(page);
  await finishAttempt(page);
  await jump(page, "Segment 1, completed, 2 attempts").waitFor();
});

test("opens a dialogue at the segment in the address", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const address = page.url();
  await page.goto(`${address}?segment=7`);
  await isAt(page, "7/10");
  await page.getByRole("button", { name: "Next" }).click();
  await isAt(page, "8/10");
  await page.goto(`${address}?segment=99`);
  await isAt(page, "1/10");
});
