import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isCleanInEveryLook } from "./support/axe.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { logIn, signUp } from "./support/learner.ts";
import { subscribe } from "./support/payments.ts";
import { countCalls, nameField, openTab, refuse, saveButton } from "./support/settings.ts";
import { watchToasts } from "./support/toasts.ts";

const appUrl = inject("appUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const toasts = watchToasts({
  deletionNeedsLogin: ["Failed to delete account", "You must be logged in to delete your account"],
  notDeleted: ["Failed to delete account", /Payments are out of order\..*finish when you can/],
  deleted: ["Account deleted!"],
});

/** What is kept in this browser, apart from what the visit of nobody leaves. */
async function kept(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return keys.filter((key) => key !== "react-router-scroll-positions");
}

test("an account is deleted for good, even if it takes two attempts, and its e-mail begins afresh", async () => {
  const { page } = await openPage(browser);
  const learner = await subscribe(page, appUrl, "Plus");
  await page.goto(`${appUrl}/support`);
  await page.getByLabel("Title").fill("Never sent");
  await page.goto(`${appUrl}/profile?tab=security`);
  const bar = page.getByRole("region", { name: "Deletion of your account" });
  await openTab(page, "Profile");
  await refuse(page, "/profile", 409, "account_closing", "This account is being deleted. Delete it again to finish.");
  await nameField(page).fill("Asha");
  await saveButton(page).click();
  await bar.getByText("The deletion of your account is not finished.").waitFor();
  await bar.getByRole("button", { name: "Not Now" }).click();
  await bar.waitFor({ state: "hidden" });
  await page.unrouteAll();

  await openTab(page, "Security");
  const open = page.getByRole("main").getByRole("button", { name: "Delete Account" });
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await open.click();
  await dialog.getByText(/Your Plus plan ends at once\. .*not refunded/).waitFor();
  const confirm = dialog.getByRole("button", { name: "Delete Account" });
  const word = dialog.getByLabel("Type DELETE to confirm");
  await word.fill("delete");
  expect(await confirm.isDisabled()).toBe(true);
  await word.press("Enter");
  await dialog.getByText("Please type DELETE, in capital letters").waitFor();
  await isCleanInEveryLook(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);

  await refuse(page, "/account", 401, "unauthorized", "Please log in again.");
  await open.click();
  await word.fill("DELETE");
  await word.press("Enter");
  await toasts.sees(page, "deletionNeedsLogin");
  await page.unrouteAll();

  await refuse(page, "/account", 503, "payments_unavailable", "Payments are out of order.");
  const deletions = countCalls(page, "DELETE", "/account");
  await open.click();
  await word.fill("DELETE");
  await confirm.click();
  await bar.getByText("Your account is being deleted. Please keep this page open.").waitFor();
  await toasts.sees(page, "notDeleted");
  expect(deletions(), "it was asked for until that was in vain").toBe(4);
  await isCleanInEveryLook(page);
  await page.unrouteAll();
  await page.reload();
  await bar.getByText("The deletion of your account is not finished.").waitFor();
  await bar.getByRole("button", { name: "Finish Deleting" }).click();
  await toasts.sees(page, "deleted");
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(await page.evaluate(() => history.state?.usr ?? null), "nowhere to be led back to").toBeNull();
  expect(await bar.count()).toBe(0);
  expect(await kept(page)).toEqual([]);

  await logIn(page, appUrl, learner);
  await page.getByText("Login Failed", { exact: true }).waitFor();
  await signUp(page, appUrl, learner);
  await page.getByRole("button", { name: "Get Started" }).click();
  await page.getByRole("heading", { name: `Welcome, ${learner.name}` }).waitFor();
  await page.goto(`${appUrl}/profile`);
  expect(await page.getByRole("combobox", { name: "Language preference" }).inputValue()).toBe("");
});

test("every message on the deletion was seen", () => {
  toasts.allSeen();
});
