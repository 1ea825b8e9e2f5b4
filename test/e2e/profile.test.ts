import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { AccountExport } from "../../domain/accounts/account-export.ts";
import { fetchConfig, signIn } from "../support/learner.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, newLearner, signUpFree } from "./support/learner.ts";
import { countCalls, nameField, openTab, saveButton } from "./support/settings.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({
  updated: ["Profile updated"],
  notUpdated: ["Error updating profile", "Parlance cannot be reached. Check your connection and try again."],
  notFetched: ["Error fetching profile", "Parlance cannot be reached. Check your connection and try again."],
  passwordEmpty: ["Password cannot be empty", "Please enter a new password"],
  passwordNotChanged: ["Password update failed", "Your current password is incorrect."],
  passwordChanged: ["Password updated!"],
  dataTooOften: ["Error downloading your data", /Try again in \d+ minutes\./],
});

/** After a call of the returned function, requests in progress fail too. */
async function interceptAccount(page: Page): Promise<() => void> {
  let isReachable = true;
  const isAccount = ({ pathname, origin }: URL) => ["/account", "/home"].includes(pathname) && origin !== appUrl;
  await page.route(isAccount, async (route) => {
    const response = await route.fetch();
    await (isReachable ? route.fulfill({ response }) : route.abort());
  });
  return () => {
    isReachable = false;
  };
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
}

describe("the name in the profile", () => {
  test("remains in its field when a save fails offline", async () => {
    const { page, context } = await openPage();
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    await page.goto(`${appUrl}/profile`);
    await waitUntilShown(page.getByRole("heading", { name: "Personal Information" }));
    const patches = countCalls(page, "PATCH", "/profile");
    expect(await page.getByLabel("Email").inputValue()).toBe(learner.email);
    expect(await page.getByLabel("Email").isEditable()).toBe(false);
    await waitUntilShown(page.getByText("Email cannot be changed"));

    expect(await nameField(page).evaluate((field) => getComputedStyle(field).borderRadius), "styled").toBe("10px");
    expect(await saveButton(page).isDisabled()).toBe(true);
    await nameField(page).fill(`  ${learner.name} `);
    expect(await saveButton(page).isDisabled(), "blanks are no change").toBe(true);
    await nameField(page).fill("   ");
    await waitUntilShown(page.getByText("Please enter your full name"));
    await expectAccessibleInEveryAppearance(page);
    await nameField(page).press("Enter");
    expect(await saveButton(page).isDisabled()).toBe(true);

    await nameField(page).fill("  آشا رائے 🙂 ");
    expect(await nameField(page).evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
    await page.getByRole("combobox", { name: "Language preference" }).fill("hind");
    await page.keyboard.press("Enter");
    await context.setOffline(true);
    await saveButton(page).click();
    await toasts.sees(page, "notUpdated");
    expect(await nameField(page).inputValue()).toBe("  آشا رائے 🙂 ");
    await context.setOffline(false);
    await openTab(page, "Account");
    await openTab(page, "Profile");
    expect(await nameField(page).inputValue(), "switching tabs keeps the typed text").toBe("  آشا رائے 🙂 ");
    await saveButton(page).dblclick();
    await toasts.sees(page, "updated");
    expect(patches(), "one that failed, and one").toBe(2);
    await expect.poll(() => nameField(page).inputValue()).toBe("آشا رائے 🙂");
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await saveButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Account menu, آشا رائے 🙂" }).click();
    await waitUntilShown(page.getByRole("menuitem", { name: "Language Hindi" }));
    await page.keyboard.press("Escape");

    const other = await context.newPage();
    await other.goto(`${appUrl}/profile`);
    await expect.poll(() => nameField(other).inputValue()).toBe("آشا رائے 🙂");
    await nameField(other).fill("Typed here");
    await nameField(page).fill("Asha Karki");
    await nameField(page).press("Enter");
    await waitUntilShown(other.getByText(/^Your saved profile has changed: the name is now Asha Karki\./));
    expect(await nameField(other).inputValue()).toBe("Typed here");
    await expectAccessibleInEveryAppearance(other);
    await other.getByRole("button", { name: "Use the saved version" }).click();
    expect(await nameField(other).inputValue()).toBe("Asha Karki");
    expect(await saveButton(other).isDisabled()).toBe(true);
    await other.close();
  });

  test("remains visible if a later fetch fails", async () => {
    const { page } = await openPage();
    const failAccount = await interceptAccount(page);
    await signUpFree(page, appUrl, newLearner());
    failAccount();
    await openProfile(page);
    await toasts.sees(page, "notFetched");
    expect(await nameField(page).inputValue(), "the known name stays visible").toBe("Asha Rai");
    await page.unrouteAll({ behavior: "ignoreErrors" });

    await page.getByRole("tab", { name: "Profile" }).focus();
    await page.keyboard.press("ArrowRight");
    await waitUntilShown(page.getByRole("tabpanel", { name: "Account" }));
    for (const [key, name] of [
      ["End", "Plan"],
      ["ArrowRight", "Profile"],
      ["ArrowLeft", "Plan"],
      ["Home", "Profile"],
      ["ArrowRight", "Account"],
      ["ArrowRight", "Security"],
    ] as const) {
      await page.keyboard.press(key);
      await waitUntilShown(page.getByRole("tabpanel", { name }));
      const tab = page.getByRole("tab", { name });
      expect(await tab.evaluate((element) => element === document.activeElement), name).toBe(true);
    }
    expect(page.url()).toBe(`${appUrl}/profile?tab=security`);
    await page.reload();
    await waitUntilShown(page.getByRole("tabpanel", { name: "Security" }));
    await page.getByRole("link", { name: "Parlance" }).click();
    await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
    await page.goBack();
    await waitUntilShown(page.getByRole("tabpanel", { name: "Security" }));
  });
});

test("the profile exports the account's data and changes the password", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/profile?tab=account`);
  const facts = {
    Email: learner.email,
    Name: learner.name,
    "Theme Preference": "System",
    Language: "Set in the Profile tab",
  };
  for (const [name, value] of Object.entries(facts)) {
    const row = page
      .getByRole("tabpanel")
      .locator("div")
      .filter({ has: page.getByRole("term").getByText(name) });
    await waitUntilShown(row.getByRole("definition").getByText(value, { exact: true }));
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download My Data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^parlance-data-\d{4}-\d\d-\d\d\.json$/);
  const accountExport = AccountExport.parse(JSON.parse(await readFile(await download.path(), "utf8")));
  expect(accountExport.account).toMatchObject({ email: learner.email, full_name: learner.name, provider: "email" });
  await waitUntilShown(page.getByText(/Your download has started\..*expires 5 minutes after you press/));
  await expectAccessibleInEveryAppearance(page);
  const { apiUrl } = await fetchConfig(appUrl);
  const { AccessToken } = await signIn(appUrl, learner);
  for (let call = 2; call <= 5; call += 1) {
    const headers = { authorization: `Bearer ${AccessToken}` };
    expect((await fetch(`${apiUrl}/account/export`, { headers })).status).toBe(200);
  }
  await page.getByRole("button", { name: "Download My Data" }).click();
  await toasts.sees(page, "dataTooOften");

  await openTab(page, "Security");
  const current = page.getByLabel("Current password", { exact: true });
  const next = page.getByLabel("New password", { exact: true });
  const again = page.getByLabel("Confirm new password", { exact: true });
  const update = page.getByRole("button", { name: "Update password" });
  await update.click();
  await toasts.sees(page, "passwordEmpty");
  expect(await current.evaluate((field) => field === document.activeElement), "the focus is on the first error").toBe(
    true,
  );
  await expectAccessibleInEveryAppearance(page);
  await current.fill("wrong horse");
  await next.fill("short");
  await update.click();
  await waitUntilShown(page.getByText("Password must be at least 6 characters"));
  await next.fill("battery staple");
  await again.fill("battery stable");
  await update.click();
  await waitUntilShown(page.getByText("Passwords don't match"));
  await again.fill("battery staple");
  await update.click();
  await toasts.sees(page, "passwordNotChanged");
  await waitUntilShown(page.getByText("Your current password is incorrect", { exact: true }));
  expect(await next.inputValue()).toBe("battery staple");
  await current.fill(learner.password);
  await current.press("Enter");
  await toasts.sees(page, "passwordChanged");
  expect(await next.inputValue()).toBe("");
  const elsewhere = await openPage();
  await logIn(elsewhere.page, appUrl, { ...learner, password: "battery staple" });
  await waitUntilShown(elsewhere.page.getByRole("heading", { name: /Welcome/ }));
});

test("outlines only the selected tab in forced colours", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Security");
  const outlined = () =>
    page
      .getByRole("tab")
      .evaluateAll((tabs) =>
        tabs.filter((tab) => getComputedStyle(tab).outlineStyle !== "none").map((tab) => tab.textContent),
      );
  await page.getByRole("heading", { level: 1 }).click();
  expect(await outlined()).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await outlined()).toEqual(["Security"]);
});
