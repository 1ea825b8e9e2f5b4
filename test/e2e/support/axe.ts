import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; targets: string[] };

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
}

/**
 * Waits for animations, so that colours are final. Sticky bars become relative during the check, because axe may count
 * a partly covered target as too small.
 */
async function findViolations(page: Page): Promise<Violation[]> {
  await loadAxe(page);
  return page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const bars = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) => getComputedStyle(element).position === "sticky",
    );
    for (const bar of bars) bar.style.position = "relative";
    const { violations: found } = await axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
      // Only experimental rules read style sheets, and these rules are off.
      preload: { assets: ["media"] },
    });
    for (const bar of bars) bar.style.removeProperty("position");
    return found.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }));
  });
}

export const appearances = [
  { width: 360, height: 740, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, "nothing runs off the side").toBeLessThanOrEqual(0);
}

export async function expectAccessibleInEveryAppearance(page: Page): Promise<void> {
  for (const { width, height, colorScheme } of appearances) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
}
