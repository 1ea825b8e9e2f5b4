import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { fetchConfig, renewTokens, signIn } from "../support/learner.ts";
import {
  pathWithQuery,
  revokeSessions,
  stubCognito,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { listStoredKeys } from "./support/browser.ts";
import { delayStorageEvents, releaseStorageOnceLocked } from "./support/delay-storage-events.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, loadStoredRecordings, openExample } from "./support/practice.ts";
import { scriptUrlPattern } from "./support/script-url-pattern.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { startWaiting } from "./support/start-waiting.ts";
import { expireTokensIn, leaveApp, signInByTokens } from "./support/stored-tokens.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
let apiUrl: string;

beforeAll(async () => {
  ({ apiUrl } = await fetchConfig(appUrl));
});

const landing = (page: Page) => waitForHeading(page, "Hear it. Say it. Hear yourself.");

async function openSignedIn(): Promise<{ page: Page; context: BrowserContext; learner: NewLearner }> {
  const learner = newLearner();
  const { page, context } = await openPage();
  await signUpFree(page, appUrl, learner);
  return { page, context, learner };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

const isRenewal = (request: Request) =>
  request.headers()["x-amz-target"]?.endsWith(".GetTokensFromRefreshToken") === true;

async function recordAttempt(page: Page): Promise<void> {
  await shortenAudio(page, 0.3);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  expect(await loadStoredRecordings(page)).toHaveLength(1);
}

const tokens = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test("renews the tokens of two tabs once, and logs out both tabs together", async () => {
  const { page, context, learner } = await openSignedIn();
  const other = await context.newPage();
  await other.goto(`${appUrl}/profile`);
  await waitForHeading(other, "Profile Settings");
  let renewals = 0;
  page.context().on("request", (request) => {
    if (isRenewal(request)) renewals += 1;
  });
  await expireTokensIn(page, 80);
  const shortLived = await tokens(page);
  const look = (tab: Page) => tab.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await Promise.all([look(page), look(other)]);
  await expect.poll(() => tokens(page)).not.toBe(shortLived);
  await Promise.all([look(page), look(other)]);

  await recordAttempt(page);
  await page.goto(appUrl);
  await waitForHeading(page, `Welcome, ${learner.name}`);
  expect(renewals).toBe(1);
  await other.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.setItem("language_selected", "true");
  });
  await stubCognito(page, "RevokeToken", "unreachable");
  await logOut(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete and log out" }).click();
  await waitForToast(page, "Logged out");
  await landing(page);
  await waitForHeading(other, "Log in");
  await expect.poll(() => listStoredKeys(page)).toEqual([]);
  await expect.poll(() => listStoredKeys(other)).toEqual([]);
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);
  await submitForm(other, "Log in", { email: learner.email, password: learner.password });
  await waitForHeading(other, "Profile Settings");
  await waitForHeading(page, `Welcome, ${learner.name}`);

  const takeTokensAway = () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("Cognito")) localStorage.removeItem(key);
  };
  await page.evaluate(takeTokensAway);
  await waitForHeading(other, "Log in");
  expect(await other.getByText("Session Error").count()).toBe(0);
});

test("ends a session after a refused renewal, but not while the user pool is unreachable", async () => {
  const { page, learner } = await openSignedIn();
  await leaveApp(page, appUrl);
  await expireTokensIn(page, -60);
  await stubCognito(page, "GetTokensFromRefreshToken", "unreachable");
  await page.goto(appUrl);
  await waitForHeading(page, `Welcome, ${learner.name}`);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("account_")) localStorage.removeItem(key);
  });
  await page.reload();
  await waitForHeading(page, "Parlance cannot be reached");
  await stubCognito(page, "GetTokensFromRefreshToken", null);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForHeading(page, `Welcome, ${learner.name}`);

  await leaveApp(page, appUrl);
  await expireTokensIn(page, -60);
  await revokeSessions(appUrl, learner.email);
  const refused = startWaiting(page.waitForResponse((response) => isRenewal(response.request())));
  await page.route(scriptUrlPattern("ways-in"), async (route) => {
    await refused;
    await route.continue();
  });
  await page.goto(`${appUrl}/new-password#email=${encodeURIComponent(learner.email)}&code=123456`);
  await waitForToast(page, "Session Error", "Your session has ended.");
  await waitForHeading(page, "New password");
  await expect.poll(() => listStoredKeys(page)).toEqual(["code_request"]);
});

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("Current password", { exact: true }).fill(from);
  await page.getByLabel("New password", { exact: true }).fill(to);
  await page.getByLabel("Confirm new password", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Update password" }).click();
}

test("ends the sessions of other devices, but not of the browser that changes the password", async () => {
  const { page, context, learner } = await openSignedIn();
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.route(`${apiUrl}/sessions`, (route) => route.abort("internetdisconnected"));
  await changePassword(page, learner.password, "a new password");
  await waitForToast(page, "Other devices may still be logged in");
  await page.unroute(`${apiUrl}/sessions`);

  const other = await context.newPage();
  await delayStorageEvents(other);
  await other.goto(`${appUrl}/profile`);
  await waitForHeading(other, "Profile Settings");
  const device = (await openPage()).page;
  const stolen = await signIn(appUrl, { ...learner, password: "a new password" });
  await signInByTokens(device, appUrl, await signIn(appUrl, { ...learner, password: "a new password" }));
  await device.goto(`${appUrl}/profile?tab=security`);
  await waitForHeading(device, "Profile Settings");
  const shownAll = startWaiting(releaseStorageOnceLocked(other, "parlance-tokens"));
  await changePassword(page, "a new password", "yet another one");
  await waitForToast(page, "Password updated!");
  await shownAll;
  await waitForToast(device, "Session Error", "Your session has ended. Please log in again.");
  await waitForHeading(device, "Log in");
  await expect(renewTokens(appUrl, stolen.RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  const headers = { authorization: `Bearer ${stolen.AccessToken}` };
  expect((await fetch(`${apiUrl}/account`, { method: "DELETE", headers })).status).toBe(401);
  for (const tab of [page, other]) {
    expect(await tab.getByText("Session Error").count()).toBe(0);
    await tab.reload();
    await waitForHeading(tab, "Profile Settings");
  }

  await submitForm(device, "Log in", { email: learner.email, password: "yet another one" });
  await waitForHeading(device, "Profile Settings");
  expect(pathWithQuery(device)).toBe("/profile?tab=security");
  await revokeSessions(appUrl, learner.email);
  await changePassword(device, "yet another one", "the last one");
  await waitForToast(device, "Session Error", "Your session has ended. Please log in again.");
  await waitForHeading(device, "Log in");
});
