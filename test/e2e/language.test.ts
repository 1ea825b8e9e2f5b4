import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { pathWithQuery, waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { choosePlan, createPaidLearner, pay } from "./support/payments.ts";
import { refuse } from "./support/settings.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({
  notSaved: ["Error Saving Language", "Parlance cannot be reached. Check your connection and try again."],
  notLoggedIn: ["Authentication Error", "You need to be logged in to set your language preference."],
  saved: ["Language Saved", "Your language preference has been set to Urdu."],
});

const title = "Select Your Language";
const languages = (page: Page) => page.getByRole("combobox", { name: "Language" });
const continueButton = (page: Page) => page.getByRole("button", { name: "Continue" });
const menu = (page: Page) => page.getByRole("button", { name: /Account menu/ });
const flags = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((store) => store.getItem("language_selected")));

test("saves a paid learner's language on a retry after a lost network and a refused request", async () => {
  const { page, context } = await openPage();
  const learner = await createPaidLearner(page, appUrl);
  for (const path of ["/", "/profile", "/topic/emp-1"]) {
    await page.goto(appUrl + path);
    await waitForHeading(page, title);
    expect(pathWithQuery(page)).toBe("/language");
  }
  expect(await menu(page).isDisabled()).toBe(true);
  expect(await page.getByRole("banner").getByText("Plus").count()).toBe(0);
  await page.getByRole("link", { name: "Go to Support" }).click();
  await waitForHeading(page, "Support");
  await expect.poll(() => menu(page).isDisabled()).toBe(false);
  await page.goBack();

  await continueButton(page).click();
  await waitUntilShown(page.getByText("Please choose a language from the list."));
  await languages(page).fill("xyz");
  await waitUntilShown(page.getByText("No language found."));
  await expectAccessibleInEveryAppearance(page);
  await languages(page).fill("urd");
  await page.keyboard.press("Enter");
  await context.setOffline(true);
  await continueButton(page).click();
  await toasts.sees(page, "notSaved");
  expect(await languages(page).inputValue()).toBe("Urdu");
  await context.setOffline(false);

  const places: string[] = [];
  page.on("framenavigated", (frame) => places.push(frame.url()));
  await refuse(page, "/profile", 401, "unauthorized", "Please log in again.");
  await continueButton(page).click();
  await toasts.sees(page, "notLoggedIn");
  await expect.poll(() => places).toContain(`${appUrl}/login`);
  await page.unrouteAll();
  await page.goto(`${appUrl}/language`);
  await waitForHeading(page, title);
  await languages(page).fill("urd");
  await page.keyboard.press("Enter");
  await continueButton(page).click();
  await toasts.sees(page, "saved");
  await waitForHeading(page, `Welcome, ${learner.name}`);
  expect(await flags(page)).toEqual(["true", "true"]);
  await page.goto(`${appUrl}/language`);
  await waitForHeading(page, `Welcome, ${learner.name}`);
});

function foldersOf(language: string): number {
  const pack = join(import.meta.dirname, "../../content/pack", language);
  const topics = readdirSync(pack, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return topics
    .filter(({ name }) => name !== "example")
    .reduce((sum, { name }) => sum + readdirSync(join(pack, name)).length - 1, 0);
}

test("warns before a language without dialogues is saved", async () => {
  const telephone = { width: 360, height: 740 };
  const { page } = await openPage({ viewport: telephone });
  await signUp(page, appUrl, newLearner());
  const available = `Nepali (${foldersOf("nepali")})`;
  const counts = page.getByRole("list", { name: "Languages that have dialogues" });
  for (const language of ["arabic", "nepali"]) {
    const row = counts.getByRole("listitem").filter({ hasText: new RegExp(language, "i") });
    await waitUntilShown(row.getByText(`${foldersOf(language)} dialogues`, { exact: false }));
  }
  await choosePlan(page, "Plus");
  await pay(page);
  await page.getByRole("button", { name: "Select Your Language Now" }).click();
  await waitForHeading(page, title);

  await languages(page).fill("中文");
  await waitUntilShown(page.getByRole("option", { name: /^Mandarin/ }));
  await expectAccessibleInEveryAppearance(page);
  await page.setViewportSize(telephone);
  expect(await page.getByRole("option", { name: /^(Cantonese|Mandarin)/ }).count()).toBe(2);
  await languages(page).fill("");
  await waitUntilShown(
    page.getByRole("option", { name: new RegExp(`^Nepali.*${foldersOf("nepali")} dialogues( · .+)?$`) }),
  );
  const list = await page.getByRole("listbox").boundingBox();
  const button = await continueButton(page).boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
  await continueButton(page).click();
  await waitUntilShown(page.getByText("Please choose a language from the list."));

  await languages(page).fill("bg");
  await waitUntilShown(page.getByRole("option", { name: /^Bulgarian.*No dialogues yet$/ }));
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByText("Bulgarian has no dialogues yet.", { exact: true }));
  await continueButton(page).click();
  await waitForHeading(page, "No topics available");
  await waitUntilShown(page.getByText("No topics found for your selected language.", { exact: false }));
  await waitUntilShown(page.getByText(available, { exact: false }));
  await page.getByRole("link", { name: "Change language" }).click();
  await waitForHeading(page, "Profile Settings");
  const preference = page.getByRole("combobox", { name: "Language preference" });
  await preference.fill("नेपाली");
  await page.getByRole("option", { name: /^Nepali/ }).click();
  const second = page.locator(".combobox-second").first();
  await preference.click();
  expect(await second.evaluate((name) => getComputedStyle(name).fontFamily)).toContain("Native Names");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("link", { name: "Parlance" }).click();
  await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor();
  await waitUntilShown(page.getByText(`${foldersOf("nepali")} dialogues`));
});
