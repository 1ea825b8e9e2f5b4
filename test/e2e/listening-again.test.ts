import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { findHiddenParts } from "../screens/support/visual-checks.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { playOriginal, skipToEnd, waitUntilHeard, watchPlayback } from "./support/playback.ts";
import {
  finishAttempt,
  loadStoredRecordings,
  openExample,
  skipOriginal,
  waitForOriginalEnd,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const seconds = 20;
const says = (page: Page, text: string) => waitUntilShown(page.getByText(text).first());
const compare = "Recorded. Compare your recording with the reference, or restart to try again.";
const loopButton = (page: Page) => page.getByRole("button", { name: "Loop", exact: true });
const handle = (page: Page, name: "Loop start" | "Loop end") => page.getByRole("slider", { name });
const element = (page: Page) =>
  page.evaluate(() => ({ paused: window.lastPlayed?.paused ?? true, at: window.lastPlayed?.currentTime ?? 0 }));

const secondsOf = async (page: Page, name: "Loop start" | "Loop end") =>
  Number((await handle(page, name).getAttribute("aria-valuetext"))?.split(" ")[0]);

async function open(options?: Parameters<typeof openPage>[0]) {
  const { page, context, problems } = await openPage(options);
  await watchPlayback(context);
  await shortenAudio(page, seconds);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  return { page, context, problems };
}

async function openWithRecording(options?: Parameters<typeof openPage>[0]) {
  const opened = await open(options);
  await skipOriginal(opened.page);
  await waitForRecordedSeconds(opened.page, 0.5);
  await finishAttempt(opened.page);
  return opened;
}

/** Waits for `count` + 1 jumps back. Returns their targets, and the furthest position after the first jump. */
async function roundsOf(page: Page, count: number): Promise<{ begins: number[]; furthest: number }> {
  return page.evaluate(
    (wanted) =>
      new Promise<{ begins: number[]; furthest: number }>((resolve) => {
        const begins: number[] = [];
        let before = Number.POSITIVE_INFINITY;
        let furthest = 0;
        const look = () => {
          const at = window.lastPlayed?.currentTime ?? 0;
          if (at < before - 0.2 && before !== Number.POSITIVE_INFINITY) begins.push(at);
          if (begins.length > 0) furthest = Math.max(furthest, at);
          before = at;
          if (begins.length > wanted) resolve({ begins, furthest });
          else requestAnimationFrame(look);
        };
        look();
      }),
    count,
  );
}

/** Returns the start of the looped part, in seconds. */
async function goesRound(page: Page): Promise<number> {
  await page.keyboard.press("l");
  await waitUntilHeard(page);
  await says(page, "Playing the original in a loop.");
  expect(await loopButton(page).getAttribute("aria-pressed")).toBe("true");
  const whole = roundsOf(page, 0);
  await skipToEnd(page);
  expect((await whole).begins[0]).toBeLessThan(seconds / 2);

  await handle(page, "Loop start").press("PageUp");
  await handle(page, "Loop start").press("ArrowRight");
  const from = await secondsOf(page, "Loop start");
  expect(from).toBeGreaterThan(0);
  expect(from).toBeLessThan(seconds / 4);
  await handle(page, "Loop end").press("Home");
  // A loop lasts at least half a second, about one word.
  const to = (from + 0.5).toFixed(1);
  expect(await handle(page, "Loop end").getAttribute("aria-valuetext")).toBe(`${to} of ${seconds.toFixed(1)} seconds`);
  await waitUntilShown(page.getByText(`Loop: ${from.toFixed(1)} to ${to} of ${seconds.toFixed(1)} s`));
  const { begins, furthest } = await roundsOf(page, 2);
  for (const begin of begins) expect(begin).toBeGreaterThanOrEqual(from - 0.15);
  expect(furthest).toBeLessThan(seconds / 2);
  return from;
}

async function turnKeysOff(page: Page): Promise<void> {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const [name, key] of [
    ["Play or Pause Audio", "a"],
    ["Loop", "l"],
    ["Loop from here", "i"],
    ["Loop to here", "o"],
    ["Go to a segment", "g"],
  ]) {
    await waitUntilShown(sheet.getByRole("button", { name: `${name}: ${key}. Change key`, exact: true }));
  }
  await sheet.getByRole("checkbox", { name: "Use these shortcuts" }).uncheck();
  await sheet.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("l");
  await page.keyboard.press("a");
  expect(await loopButton(page).getAttribute("aria-pressed")).toBe("false");
  await says(page, compare);
  await loopButton(page).click();
  await waitUntilHeard(page);
  await page.getByRole("slider", { name: "Position" }).press("PageUp");
  await page.keyboard.press("i");
  expect(await handle(page, "Loop start").getAttribute("aria-valuetext")).toBe(`0.0 of ${seconds.toFixed(1)} seconds`);
  await page.getByRole("button", { name: "Loop from here" }).click();
  await expect.poll(() => secondsOf(page, "Loop start")).toBeGreaterThanOrEqual(4.9);
}

/** Checks that a part also loops without animation frames, as in a hidden tab. */
async function goesRoundUnseen(page: Page): Promise<void> {
  await handle(page, "Loop end").press("ArrowLeft");
  await handle(page, "Loop start").press("End");
  const from = await secondsOf(page, "Loop start");
  expect(from).toBeCloseTo(seconds - 0.6, 1);
  const begins = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const element = window.lastPlayed;
        window.requestAnimationFrame = () => 0;
        const found: number[] = [];
        element?.addEventListener("seeked", () => found.push(element.currentTime) === 6 && resolve(found));
        element?.addEventListener("emptied", () => resolve(found));
      }),
  );
  expect(begins.filter((begin) => Math.abs(begin - from) < 0.15)).toHaveLength(6);
  expect((await element(page)).paused).toBe(false);
}

test("pauses and loops the original only after the first recording", async () => {
  const { page, problems } = await open();
  expect(await loopButton(page).isDisabled()).toBe(true);
  await playOriginal(page);
  await page.keyboard.press("a");
  await page.keyboard.press("l");
  await loopButton(page).click({ force: true });
  expect(await page.getByRole("button", { name: "Pause Audio" }).count()).toBe(0);
  expect((await element(page)).paused).toBe(false);
  await skipToEnd(page);
  await waitForOriginalEnd(page);
  await waitForRecordedSeconds(page, 0.5);
  await finishAttempt(page);

  await page.keyboard.press("a");
  await waitUntilHeard(page);
  await page.getByRole("slider", { name: "Position" }).press("PageUp");
  await page.keyboard.press("a");
  await says(page, "Paused. Press Play Audio to continue.");
  const held = await element(page);
  expect(held.paused).toBe(true);
  expect(held.at).toBeGreaterThanOrEqual(5);
  await page.getByRole("slider", { name: "Position" }).press("ArrowLeft");
  await expect.poll(async () => (await element(page)).at).toBeCloseTo(held.at - 1, 1);
  await page.keyboard.press("a");
  await says(page, "Playing the original again.");
  await waitUntilHeard(page);
  expect((await element(page)).at).toBeGreaterThanOrEqual(held.at - 1.2);
  await page.getByRole("button", { name: "Pause Audio" }).click();
  expect((await element(page)).paused).toBe(true);
  await page.getByRole("button", { name: "Play Audio", exact: true }).click();
  await waitUntilHeard(page);
  await skipToEnd(page);
  await says(page, compare);

  const from = await goesRound(page);
  await page.keyboard.press("y");
  await says(page, "Playing your recording.");
  // The recording may still play when the text changes. It must not count as the original.
  await page.evaluate(() => Object.assign(window, { lastPlayed: undefined, isDone: true }));
  await page.keyboard.press("a");
  await says(page, "Playing the original in a loop.");
  await waitUntilHeard(page);
  expect((await element(page)).at).toBeGreaterThanOrEqual(from - 0.15);
  await handle(page, "Loop end").focus();
  await page.keyboard.press("l");
  await says(page, "Playing the original again.");
  expect(await handle(page, "Loop end").count()).toBe(0);
  expect(await loopButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await skipToEnd(page);
  await says(page, compare);

  await turnKeysOff(page);
  await goesRoundUnseen(page);
  expect(await page.getByRole("button", { name: "Finish Attempt" }).count()).toBe(0);
  expect(await loadStoredRecordings(page)).toHaveLength(1);
  expect(problems).toEqual([]);
});

test("selects a loop by touch at 360 px, with and without dragging", async () => {
  const { page, context } = await openWithRecording({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await loopButton(page).tap();
  await says(page, "Playing the original in a loop.");
  await handle(page, "Loop end").waitFor();
  await page.getByRole("button", { name: "Pause Audio" }).tap();
  const position = page.getByRole("slider", { name: "Position" });
  const needed = [position, ...["Loop from here", "Loop to here"].map((name) => page.getByRole("button", { name }))];
  await expect.poll(() => findHiddenParts(needed)).toEqual([]);
  const field = await position.boundingBox();
  if (!field) throw new Error("The waveform is not on the screen");
  // Beside a recording, the original has 65% of the width.
  const xOf = (fraction: number) => field.x + field.width * 0.65 * fraction;
  const touch = await context.newCDPSession(page);
  const drag = async (from: number, to: number, y: number) => {
    const at = (fraction: number) => [{ x: xOf(fraction), y }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(from + (to - from) * part) });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const told = (name: "Loop start" | "Loop end") => secondsOf(page, name);
  await drag(1, 0.75, field.y + field.height - 12);
  await expect.poll(() => told("Loop end")).toBeCloseTo(0.75 * seconds, 0);
  await drag(0, 0.25, field.y + 12);
  await expect.poll(() => told("Loop start")).toBeCloseTo(0.25 * seconds, 0);

  await page.touchscreen.tap(xOf(0.5), field.y + field.height / 2);
  await page.getByRole("button", { name: "Loop from here" }).tap();
  await expect.poll(() => told("Loop start")).toBeCloseTo(0.5 * seconds, 0);
  await page.touchscreen.tap(xOf(0.65), field.y + field.height / 2);
  await page.getByRole("button", { name: "Loop to here" }).tap();
  await expect.poll(() => told("Loop end")).toBeCloseTo(0.65 * seconds, 0);
  await expectAccessibleInEveryAppearance(page);
});
