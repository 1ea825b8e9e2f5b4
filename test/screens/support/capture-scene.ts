import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../e2e/support/axe.ts";
import { findCoveredControls, findFaintWaveforms, findFilledButtons, findHiddenParts } from "./visual-checks.ts";

const directory = process.env["SCREENS"] ?? join(import.meta.dirname, "../../../screens");

export const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

/** The space for a page on a laptop screen of 1366 × 768. */
const lowWindow = { width: 1366, height: 650, colorScheme: "light" } as const;

const appearances = sizes.flatMap((size) =>
  (["light", "dark"] as const).map((colorScheme) => ({ ...size, colorScheme })),
);

export type SceneExpectations = {
  /** The parts that must be in view and uncovered. */
  inView?: readonly Locator[];
  isLowToo?: boolean;
  /** The element to which the page scrolls. */
  at?: Locator;
  /** The maximum number of filled buttons, by default one. */
  filled?: number;
};

async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** @param name the name of the test file and of the scene, such as "practice-idle" */
export async function captureScene(page: Page, name: string, expectations: SceneExpectations = {}): Promise<void> {
  const { inView = [], filled = 1, isLowToo = false, at } = expectations;
  for (const { width, height, colorScheme } of isLowToo ? [...appearances, lowWindow] : appearances) {
    const look = `${width}-${colorScheme}`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await at?.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await waitUntilSettled(page);
    const file = join(directory, `${name}@${look}`);
    const picture = await page.screenshot({ path: `${file}.png`, animations: "allow", caret: "initial" });
    const isLonger = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);
    if (isLonger) await page.screenshot({ path: `${file}-whole.png`, fullPage: true });
    const where = `${name} at ${look}`;
    expect.soft(await findHiddenParts(inView), `${where}: out of view`).toEqual([]);
    const strong = await findFilledButtons(page);
    expect.soft(strong.length, `${where}: ${strong.join(", ")}`).toBeLessThanOrEqual(filled);
    expect.soft(await findCoveredControls(page), `${where}: behind a message`).toEqual([]);
    expect.soft(await findFaintWaveforms(page, picture), `${where}: too faint`).toEqual([]);
    await expectAccessible(page);
  }
}
