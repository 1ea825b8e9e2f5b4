import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { heading, placeOf } from "./support/accounts.ts";
import { isCleanInEveryLook } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { choosePlan, pay } from "./support/payments.ts";
import { refuse } from "./support/settings.ts";
import { shown } from "./support/shown.ts";
import { watchToasts } from "./support/toasts.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = watchToasts({
  notSaved: ["Error Saving Language", "Parlance cannot be reached. Check your connection and try again."],
  notLoggedIn: ["Authentication Error", "You need to be logged in to set your language preference."],
  saved: ["Language Saved", "Your language preference has been set to Urdu."],
});

const title = "Select Your Language";
const languages = (page: Page) => page.getByRole("combobox", { name: "Language" });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" });
const menu = (page: Page) => page.getByRole("button", { name: /Account menu/ });
const flags = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((store) => store.getItem("language_selected")));

test("whoever has paid picks a language, whatever happens on the way", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await choosePlan(page, "Plus");
  await pay(page);
  for (const path of ["/", "/profile", "/topic/emp-1"]) {
    await page.goto(appUrl + path);
    await heading(page, title);
    expect(placeOf(page)).toBe("/language");
  }
  expect(await menu(page).isDisabled()).toBe(true);
  expect(await page.getByRole("banner").getByText("Plus").count()).toBe(0);
  await page.getByRole("link", { name: "Go to Support" }).click();
  await heading(page, "Support");
  await expect.poll(() => menu(page).isDisabled()).toBe(false);
  await page.goBack();

  await goOn(page).click();
  await shown(page.getByText("Please choose a language from the list."));
  await languages(page).fill("xyz");
  await shown(page.getByText("No language found."));
  await isCleanInEveryLook(page);
  await languages(page).fill("urd");
  await page.keyboard.press("Enter");
  await context.setOffline(true);
  await goOn(page).click();
  await toasts.sees(page, "notSaved");
  expect(await languages(page).inputValue()).toBe("Urdu");
  await context.setOffline(false);

  const places: string[] = [];
  page.on("framenavigated", (frame) => places.push(frame.url()));
  await refuse(page, "/profile", 401, "unauthorized", "Please log in again.");
  await goOn(page).click();
  await toasts.sees(page, "notLoggedIn");
  await expect.poll(() => places).toContain(`${appUrl}/login`);
  await page.unrouteAll();
  await page.goto(`${appUrl}/language`);
  await heading(page, title);
  await languages(page).fill("urd");
  await page.keyboard.press("Enter");
  await goOn(page).click();
  await toasts.sees(page, "saved");
  await heading(page, `Welcome, ${learner.name}`);
  expect(await flags(page)).toEqual(["true", "true"]);
  await page.goto(`${appUrl}/language`);
  await heading(page, `Welcome, ${learner.name}`);
});

test("every message of this screen was seen", () => {
  toasts.allSeen();
});
