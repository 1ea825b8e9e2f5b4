import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, skipOriginal, waitForOriginalEnd } from "./support/practice.ts";
import { seedPractice } from "./support/seed-practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const isAt = (page: Page, segment: string) => waitUntilShown(page.getByText(`Segment ${segment}`, { exact: true }));
const place = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};
const row = (page: Page) => page.getByRole("listitem").getByRole("link", { name: /rent a flat/ });

async function openBegunHome(page: Page): Promise<void> {
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const begun = {
    language: "nepali",
    scenarioId: "example-2",
    done: 4,
    of: 12,
    at: "2026-01-05T12:00:00.000Z",
  } as const;
  await seedPractice(appUrl, learner, [begun]);
  await page.reload();
  await waitUntilShown(page.getByText("Example · 4 of 12 segments done"));
}

test("the links on Home open a dialogue with progress at its first unfinished segment", async () => {
  const { page } = await openPage();
  await openBegunHome(page);
  await page.getByRole("main").getByRole("link", { name: "Continue" }).click();
  await isAt(page, "5/12");
  expect(place(page)).toBe("/topic/example-2?segment=5");
  await page.goBack();
  await waitUntilShown(row(page));
  await row(page).click();
  await isAt(page, "5/12");
  expect(place(page)).toBe("/topic/example-2?segment=5");
});

test("stores the current segment in the address without adding to the history", async () => {
  const { page } = await openPage();
  await openBegunHome(page);
  await row(page).click();
  await isAt(page, "5/12");
  await skipOriginal(page);
  await finishAttempt(page);
  expect(place(page)).toBe("/topic/example-2?segment=5");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect.poll(() => place(page)).toBe("/topic/example-2?segment=6");
  await page.getByRole("button", { name: /^Segment 9\b/ }).click();
  await expect.poll(() => place(page)).toBe("/topic/example-2?segment=9");
  await page.reload();
  await isAt(page, "9/12");
  await page.getByRole("button", { name: /^Segment 2\b/ }).click();
  await expect.poll(() => place(page)).toBe("/topic/example-2?segment=2");
  await page.goBack();
  await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
  // Segments 1 to 4 were seeded as completed, and the learner has recorded segment 5.
  expect(await row(page).getAttribute("href")).toBe("/topic/example-2?segment=6");
});

test("plays the first unfinished segment after one click on Home, but not again after a reload", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 1);
  await openBegunHome(page);
  await page.getByRole("main").getByRole("link", { name: "Continue" }).click();
  await waitForOriginalEnd(page);
  await isAt(page, "5/12");
  await finishAttempt(page);
  await page.reload();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  expect(await page.getByRole("button", { name: "Play Audio" }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Finish Attempt", disabled: false }).count()).toBe(0);
});

test("opens the first segment if the address has an invalid segment number", async () => {
  const { page } = await openPage();
  await openBegunHome(page);
  for (const shared of ["99", "0", "-3", "1.5", "none"]) {
    await page.goto(`${appUrl}/topic/example-2?language=nepali&segment=${shared}`);
    await isAt(page, "1/12");
    await expect.poll(() => place(page)).toBe("/topic/example-2?language=nepali&segment=1");
  }
  await page.goto(`${appUrl}/topic/example-2`);
  await isAt(page, "1/12");
  expect(place(page)).toBe("/topic/example-2");
});

test("offers to continue at the first unfinished segment if the address names no segment", async () => {
  const { page } = await openPage();
  await openBegunHome(page);
  const offer = page.getByRole("button", { name: "Continue at segment 5" });
  await page.goto(`${appUrl}/topic/example-2`);
  await isAt(page, "1/12");
  await waitUntilShown(page.getByText("Attempts: 1"));
  await waitUntilShown(offer);
  await expectAccessibleInEveryAppearance(page);
  await offer.focus();
  await page.keyboard.press("Enter");
  await isAt(page, "5/12");
  expect(await offer.count()).toBe(0);
  const fifth = page.getByRole("button", { name: /^Segment 5\b/ });
  expect(await fifth.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: /^Segment 1\b/ }).click();
  await isAt(page, "1/12");
  expect(await offer.count()).toBe(0);

  await page.goto(`${appUrl}/topic/example-2`);
  await waitUntilShown(offer);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await isAt(page, "2/12");
  expect(await offer.count()).toBe(0);
});
