import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample } from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const more = (page: Page) => page.getByRole("button", { name: /^More/ });
const speed = (page: Page) => page.getByLabel("Speed");
const hasFocus = (page: Page) => more(page).evaluate((button) => button === document.activeElement);
const shuts = (page: Page) => expect.poll(() => speed(page).isVisible()).toBe(false);

test("the menu “More” opens by key, and closes by Escape or when the learner leaves the menu", async () => {
  const { page, problems } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  expect(await more(page).getAttribute("aria-expanded")).toBe("false");
  expect(await speed(page).isVisible()).toBe(false);

  await more(page).focus();
  await page.keyboard.press("Enter");
  await waitUntilShown(speed(page));
  expect(await more(page).getAttribute("aria-expanded")).toBe("true");
  expect(await page.getByRole("button", { name: "Download Recording" }).isDisabled(), "there is none").toBe(true);
  await page.keyboard.press("Tab");
  expect(await speed(page).evaluate((select) => select === document.activeElement)).toBe(true);
  await speed(page).selectOption("0.75");
  await page.keyboard.press("Escape");
  await shuts(page);
  expect(await hasFocus(page)).toBe(true);
  await waitUntilShown(page.getByRole("button", { name: "More 0.75×", exact: true }));

  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Shortcuts" }).focus();
  await page.keyboard.press("Tab");
  await shuts(page);

  await more(page).click();
  await waitUntilShown(speed(page));
  await page.getByRole("heading", { level: 1 }).click();
  await shuts(page);

  await more(page).click();
  await page.getByRole("button", { name: "Recordings", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Your practice recordings in this browser" });
  await waitUntilShown(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await hasFocus(page)).toBe(true);
  await shuts(page);
  expect(problems).toEqual([]);
});
