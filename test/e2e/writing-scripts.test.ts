import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { appearances, expectAccessible } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createSubscriber } from "./support/payments.ts";
import { saveButton } from "./support/settings.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
/** The size limit of the fonts for all language names. */
const mostNameBytes = 60_000;
const openPage = openFileBrowser();

const loadedFonts = (page: Page, family: string) =>
  page.evaluate(
    (wanted) =>
      [...document.fonts].filter((face) => face.family.replaceAll('"', "") === wanted && face.status === "loaded")
        .length,
    family,
  );

test("shows an Arabic dialogue from right to left in an Arabic font", async () => {
  const [{ width, height }] = appearances;
  const { page, problems } = await openPage({ viewport: { width, height }, reducedMotion: "reduce" });
  await createSubscriber(page, appUrl, "Plus");
  await page.goto(`${appUrl}/profile`);
  const language = page.getByRole("combobox", { name: "Language preference" });
  await language.click();
  await expect.poll(() => loadedFonts(page, "Native Names")).toBeGreaterThan(20);
  const nameBytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => /\/names-/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(nameBytes).toBeGreaterThan(0);
  expect(nameBytes).toBeLessThan(mostNameBytes);
  expect(await loadedFonts(page, "Noto Sans Arabic Variable")).toBe(0);

  await language.fill("Arabic");
  await page.keyboard.press("Enter");
  await saveButton(page).click();
  await waitUntilShown(page.getByText("Profile updated").first());
  await page.goto(appUrl);
  await page.getByRole("link", { name: /knee replacement/ }).click();
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  const script = page.locator("p[lang=ar][dir=rtl]");
  await script.waitFor();
  await expect.poll(() => loadedFonts(page, "Noto Sans Arabic Variable")).toBe(1);
  const fontSize = () => script.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await fontSize();
  await page.getByRole("button", { name: "Larger text" }).click();
  await page.getByRole("button", { name: "Larger text" }).click();
  const largest = await fontSize();
  expect(largest).toBeGreaterThan(usual * 1.5);
  expect(await page.getByRole("button", { name: "Larger text" }).isDisabled()).toBe(true);
  await expectAccessible(page);

  await page.reload();
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  expect(await fontSize()).toBe(largest);
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await page.getByRole("heading", { name: "Translated Script playing" }).waitFor();
  expect(problems).toEqual([]);
});
