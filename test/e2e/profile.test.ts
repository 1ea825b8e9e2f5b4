import { readFile } from "node:fs/promises";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { AccountExport } from "../../domain/account-export.ts";
import { readConfig, signIn } from "../support/learner.ts";
import { isCleanInEveryLook } from "./support/axe.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { logIn, newLearner, signUp, signUpFree } from "./support/learner.ts";
import { subscribe } from "./support/payments.ts";
import { watchToasts } from "./support/toasts.ts";

const appUrl = inject("appUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const toasts = watchToasts({
  updated: ["Profile updated"],
  notUpdated: ["Error updating profile", "Parlance cannot be reached. Check your connection and try again."],
  notFetched: ["Error fetching profile", "Parlance cannot be reached. Check your connection and try again."],
  passwordEmpty: ["Password cannot be empty", "Please enter a new password"],
  passwordNotChanged: ["Password update failed", "Your current password is not right."],
  passwordChanged: ["Password updated!"],
  dataTooOften: ["Error downloading your data", /Try again in \d+ minutes\./],
  deletionNeedsLogin: ["Failed to delete account", "You must be logged in to delete your account"],
  notDeleted: ["Failed to delete account", /Payments are out of order\..*finish when you can/],
  deleted: ["Account deleted!"],
});

const isCall = (method: string, path: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname === path;

function countCalls(page: Page, method: string, path: string): () => number {
  let calls = 0;
  const counts = isCall(method, path);
  page.on("request", (request) => {
    if (counts(request)) calls += 1;
  });
  return () => calls;
}

/** Lets an API path answer with a refusal, until the page's routes are forgotten. */
async function refuse(page: Page, path: string, status: number, code: string, message: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path && url.origin !== appUrl,
    (route) =>
      route.fulfill({
        status,
        headers: { "access-control-allow-origin": appUrl, "content-type": "application/json" },
        body: JSON.stringify({ code, message }),
      }),
  );
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel", { name }).waitFor();
}

const nameField = (page: Page) => page.getByLabel("Full name");
const saveButton = (page: Page) => page.getByRole("button", { name: "Save Changes" });

describe("personal information", () => {
  test("is changed, kept when the network is gone, and told to the other tab", async () => {
    const { page, context } = await openPage(browser);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    await page.goto(`${appUrl}/profile`);
    await page.getByRole("heading", { name: "Personal Information" }).waitFor();
    const patches = countCalls(page, "PATCH", "/profile");
    expect(await page.getByLabel("Email").inputValue()).toBe(learner.email);
    expect(await page.getByLabel("Email").isEditable()).toBe(false);
    await page.getByText("Email cannot be changed").waitFor();

    expect(await nameField(page).evaluate((field) => getComputedStyle(field).borderRadius), "styled").toBe("10px");
    expect(await saveButton(page).isDisabled()).toBe(true);
    await nameField(page).fill(`  ${learner.name} `);
    expect(await saveButton(page).isDisabled(), "blanks are no change").toBe(true);
    await nameField(page).fill("   ");
    await page.getByText("Please enter your full name").waitFor();
    await isCleanInEveryLook(page);
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
    expect(await nameField(page).inputValue(), "a look at another tab loses nothing").toBe("  آشا رائے 🙂 ");
    await saveButton(page).dblclick();
    await toasts.sees(page, "updated");
    expect(patches(), "one that failed, and one").toBe(2);
    await expect.poll(() => nameField(page).inputValue()).toBe("آشا رائے 🙂");
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await saveButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Account menu, آشا رائے 🙂" }).click();
    await page.getByRole("menuitem", { name: "Language Hindi" }).waitFor();
    await page.keyboard.press("Escape");

    const other = await context.newPage();
    await other.goto(`${appUrl}/profile`);
    await expect.poll(() => nameField(other).inputValue()).toBe("آشا رائے 🙂");
    await nameField(other).fill("Typed here");
    await nameField(page).fill("Asha Karki");
    await nameField(page).press("Enter");
    await other.getByText(/changed elsewhere meanwhile: the name is now Asha Karki\./).waitFor();
    expect(await nameField(other).inputValue()).toBe("Typed here");
    await isCleanInEveryLook(other);
    await other.getByRole("button", { name: "Use what is stored" }).click();
    expect(await nameField(other).inputValue()).toBe("Asha Karki");
    expect(await saveButton(other).isDisabled()).toBe(true);
    await other.close();
  });

  test("that cannot be read anew is told; each tab has an address that survives reload and back", async () => {
    const { page } = await openPage(browser);
    await signUpFree(page, appUrl, newLearner());
    await page.route(
      (url) => url.pathname === "/account" && url.origin !== appUrl,
      (route) => route.abort(),
    );
    await page.getByRole("button", { name: /Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await toasts.sees(page, "notFetched");
    expect(await nameField(page).inputValue(), "what is known stays on show").toBe("Asha Rai");
    await page.unrouteAll();

    await page.getByRole("tab", { name: "Profile" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tabpanel", { name: "Account" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tabpanel", { name: "Security" }).waitFor();
    expect(page.url()).toBe(`${appUrl}/profile?tab=security`);
    await page.reload();
    await page.getByRole("tabpanel", { name: "Security" }).waitFor();
    await page.getByRole("link", { name: "Parlance" }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
    await page.goBack();
    await page.getByRole("tabpanel", { name: "Security" }).waitFor();
  });
});

/** Makes the stored tokens those of somebody who came through Google. */
async function becomeGoogleUser(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.endsWith(".idToken"))) {
      const [head, claims = "", signature] = (localStorage.getItem(key) ?? "").split(".");
      const known = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/")));
      const google = { ...known, identities: [{ providerName: "Google", userId: "1" }] };
      localStorage.setItem(key, [head, btoa(JSON.stringify(google)), signature].join("."));
    }
  });
}

test("the account: its data as a file, a new password, and none to change for who came through Google", async () => {
  const { page } = await openPage(browser);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/profile?tab=account`);
  const facts = { Email: learner.email, Name: learner.name, "Theme Preference": "System", Language: "Set in profile" };
  for (const [name, value] of Object.entries(facts)) {
    const row = page
      .getByRole("tabpanel")
      .locator("div")
      .filter({ has: page.getByRole("term").getByText(name) });
    await row.getByRole("definition").getByText(value, { exact: true }).waitFor();
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download My Data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^parlance-data-\d{4}-\d\d-\d\d\.json$/);
  const held = AccountExport.parse(JSON.parse(await readFile(await download.path(), "utf8")));
  expect(held.account).toMatchObject({ email: learner.email, full_name: learner.name, provider: "email" });
  await page.getByText(/Your download has begun\..*works for 5 minutes/).waitFor();
  await isCleanInEveryLook(page);
  const { apiUrl } = await readConfig(appUrl);
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
  const update = page.getByRole("button", { name: "Update Password" });
  await update.click();
  await toasts.sees(page, "passwordEmpty");
  expect(await current.evaluate((field) => field === document.activeElement), "led to the first error").toBe(true);
  await isCleanInEveryLook(page);
  await current.fill("wrong horse");
  await next.fill("short");
  await update.click();
  await page.getByText("Password must be at least 6 characters").waitFor();
  await next.fill("battery staple");
  await again.fill("battery stable");
  await update.click();
  await page.getByText("Passwords don't match").waitFor();
  await again.fill("battery staple");
  await update.click();
  await toasts.sees(page, "passwordNotChanged");
  await page.getByText("Your current password is not right", { exact: true }).waitFor();
  expect(await next.inputValue()).toBe("battery staple");
  await current.fill(learner.password);
  await current.press("Enter");
  await toasts.sees(page, "passwordChanged");
  expect(await next.inputValue()).toBe("");
  const elsewhere = await openPage(browser);
  await logIn(elsewhere.page, appUrl, { ...learner, password: "battery staple" });
  await elsewhere.page.getByRole("heading", { name: /Welcome/ }).waitFor();

  await becomeGoogleUser(page);
  await page.reload();
  await page.getByText(/You sign in with Google, so Parlance has no password of yours/).waitFor();
  expect(await current.count()).toBe(0);
  expect(await page.getByRole("button", { name: "Delete Account" }).isEnabled()).toBe(true);
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

test("every message of these screens was seen", () => {
  toasts.allSeen();
});
