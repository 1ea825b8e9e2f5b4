import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { apiOf } from "../lambdas/support/call-api.ts";
import { chooseFreePlanFor, fetchConfig, createLearner as newAccount } from "../support/learner.ts";
import { fieldValue, submitForm, waitForHeading, waitForToast } from "./support/accounts.ts";
import { listStoredKeys } from "./support/browser.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { signInByTokens } from "./support/stored-tokens.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function openTabs(
  path: string,
): Promise<{ page: Page; other: Page; context: BrowserContext; learner: NewLearner }> {
  const learner = newLearner();
  const { page, context } = await openPage();
  await signUpFree(page, appUrl, learner);
  const other = await context.newPage();
  await other.goto(appUrl + path);
  return { page, other, context, learner };
}

async function choose(page: Page, item: "Profile" | "Support" | "Log out"): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("explains a log-out in another tab, and restores unsaved profile changes but no support draft", async () => {
  const { page, other, context, learner } = await openTabs("/support");
  const third = await context.newPage();
  await third.goto(`${appUrl}/profile`);
  await third.getByLabel("Full name").fill("Asha Devi Rai");
  await waitForHeading(other, "Support");
  await other.getByLabel("Title").fill("No sound");
  await choose(page, "Log out");
  for (const tab of [other, third]) {
    await waitForToast(tab, "Logged out", "You were logged out in another tab.");
    await waitForHeading(tab, "Log in");
  }
  await submitForm(other, "Log in", { email: learner.email, password: learner.password });
  await waitForHeading(other, "Support");
  expect(await fieldValue(other, "Title")).toBe("");
  // The third tab has redirected from its log-in page to Home, because another tab has logged in.
  await choose(third, "Profile");
  expect(await fieldValue(third, "Full name")).toBe("Asha Devi Rai");

  await choose(page, "Log out");
  await waitForHeading(other, "Log in");
  const secondAccount = await newAccount(appUrl, { name: "Ben Rai" });
  await chooseFreePlanFor(appUrl, secondAccount.tokens.AccessToken);
  await logIn(page, appUrl, secondAccount);
  await waitForHeading(third, `Welcome, ${secondAccount.name}`);
  await choose(third, "Profile");
  expect(await fieldValue(third, "Full name")).toBe(secondAccount.name);
  await choose(other, "Support");
  expect(await fieldValue(other, "Title")).toBe("");
  await expect
    .poll(async () => (await listStoredKeys(other)).filter((key) => key.startsWith("support_draft")))
    .toEqual([]);

  // Another device deletes the account. This device detects the deletion at its next request.
  const { apiUrl } = await fetchConfig(appUrl);
  await apiOf(apiUrl, secondAccount.tokens.AccessToken).call("delete-user");
  await page.reload();
  await waitForToast(page, "Account deleted!", "This account has been deleted, so you are logged out here too.");
  expect(await page.getByText("Session Error").count()).toBe(0);
  await expect.poll(() => listStoredKeys(page)).toEqual([]);
});

test("reports that another tab has logged in to another account or deleted the account", async () => {
  const { page, other, context } = await openTabs("/support");
  await waitForHeading(other, "Support");
  const { tokens } = await newAccount(appUrl, { name: "Ben Rai" });
  await chooseFreePlanFor(appUrl, tokens.AccessToken);
  const third = await context.newPage();
  await signInByTokens(third, appUrl, tokens);
  await waitForToast(other, "Another account is logged in");
  await waitForHeading(page, "Welcome, Ben Rai");

  await other.getByLabel("Title").fill("No sound");
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
  await waitForToast(other, "Account deleted!", "This account has been deleted, so you are logged out here too.");
  await waitForHeading(other, "Log in");
  expect(await other.getByText("Session Error").count()).toBe(0);
  // Cognito keys of the first learner may remain, because that learner did not log out.
  const kept = async () =>
    (await listStoredKeys(other)).filter((key) => !key.startsWith("CognitoIdentityServiceProvider."));
  await expect.poll(kept).toEqual([]);
});
