import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { finishAttempt, openExample, waitForOriginalEnd, waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { sizes } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

declare global {
  interface Window {
    /** Returns the layout shift since the previous call. */
    takeShift: () => number;
  }
}

/**
 * Adds up all layout shifts, including those after input: https://developer.mozilla.org/en-US/docs/Web/API/LayoutShift.
 * Toasts are excluded, because they cover the page at changing positions.
 */
const noteShifts = () => {
  let sum = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!("value" in entry && "sources" in entry && Array.isArray(entry.sources))) continue;
      const isOfPage = entry.sources.some(({ node }) => !(node instanceof Element && node.closest(".toast-region")));
      if (isOfPage) sum += Number(entry.value);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.takeShift = () => {
    note(observer.takeRecords());
    const taken = sum;
    sum = 0;
    return taken;
  };
};

/** Returns the layout shift of an action, up to the last paint. */
async function shiftDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.takeShift());
  await act();
  return page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.takeShift();
  });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const says = (page: Page, text: string) => waitUntilShown(page.getByText(text).first());

const steps: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[] = [
  [
    "playing",
    async (page) => {
      await press(page, "Play Audio");
      await says(page, "Listen. Recording starts when the speaker ends.");
    },
  ],
  [
    "recording",
    async (page) => {
      await waitForOriginalEnd(page);
      await waitForRecordedSeconds(page, 1);
    },
  ],
  ["recorded", finishAttempt],
  [
    "own playing",
    async (page) => {
      await press(page, "Play Your Recording");
      await says(page, "Playing your recording.");
    },
  ],
  [
    "reference playing",
    async (page) => {
      await press(page, "Play Translated Audio");
      await says(page, "Playing the reference.");
    },
  ],
  ["quiet again", (page) => says(page, "Recorded. Compare your recording with the reference")],
  [
    "original again",
    async (page) => {
      await press(page, "Play Audio");
      await says(page, "Playing the original again.");
    },
  ],
  [
    "held",
    async (page) => {
      await press(page, "Pause Audio");
      await says(page, "Paused.");
    },
  ],
];

test.each(sizes)("shifts no content between the states of a segment at $width × $height", async ({ width, height }) => {
  const { page } = await openPage({ viewport: { width, height } });
  await page.addInitScript(noteShifts);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await shortenAudio(page, 4);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.locator(".sound-status[data-state=ready]").waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const [name, act] of steps) {
    expect.soft(await shiftDuring(page, () => act(page)), name).toBeLessThanOrEqual(0.01);
  }
  const moved = await shiftDuring(page, () =>
    page.evaluate(() => {
      document.querySelector("main")?.style.setProperty("margin-block-start", "100px");
    }),
  );
  expect(moved, "a real shift is measured").toBeGreaterThan(0.01);
});
