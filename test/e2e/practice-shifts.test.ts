import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, openExample, waitForOriginalEnd, waitForRecordedSeconds } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

declare global {
  interface Window {
    /** Returns the layout shift since the previous call. */
    takeShift: () => number;
  }
}

type Shifted = { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };

/**
 * Adds up layout shifts, including those after input: https://developer.mozilla.org/en-US/docs/Web/API/LayoutShift
 * Toasts are excluded, because they cover the page at changing positions. Content after the rating panel is excluded,
 * because the panel appears during the steps below.
 */
const noteShifts = () => {
  let sum = 0;
  const isExcluded = (node: Node | null | undefined) => {
    const panel = document.querySelector(".rating");
    const isAfterPanel = node && panel && panel.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    return Boolean(isAfterPanel) || (node instanceof Element && node.closest(".toast-region") !== null);
  };
  const scoreOf = ({ previousRect: from, currentRect: to }: Shifted) => {
    const area = from.width * from.height + to.width * to.height;
    const distance = Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
    return (area / (innerWidth * innerHeight)) * (distance / Math.max(innerWidth, innerHeight));
  };
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!("sources" in entry && Array.isArray(entry.sources))) continue;
      const sources: readonly Shifted[] = entry.sources;
      for (const source of sources) if (!isExcluded(source.node)) sum += scoreOf(source);
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
      await says(page, "Listen. When the speaker finishes, interpret aloud.");
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

test.each([
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
])(
  "layout shift above the rating panel, without messages, is at most 0.01 per step at $width × $height",
  async ({ width, height }) => {
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
  },
);
