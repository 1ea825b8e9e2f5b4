import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { readConfig, renewTokens, signIn } from "../support/learner.ts";
import { answerCognito, heading, placeOf, revokeSessions, send, told } from "./support/accounts.ts";
import { ahead } from "./support/ahead.ts";
import { keptKeys } from "./support/browser.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { holdStorage, showStorageOnceLocked } from "./support/late-storage.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, storedTakes } from "./support/practice.ts";
import { scriptAddress } from "./support/scripts.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { leaveScreens, letTokensEndIn, signInByTokens } from "./support/stored-tokens.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
let apiUrl: string;

beforeAll(async () => {
  ({ apiUrl } = await readConfig(appUrl));
});

const landing = (page: Page) => heading(page, "Hear it. Say it. Hear yourself.");

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

/** Records a take of an example, and stays there. */
async function recordTake(page: Page): Promise<void> {
  await shortenAudio(page, 0.3);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  expect(await storedTakes(page)).toHaveLength(1);
}

const tokens = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test("renews the tokens of two tabs once, and logs out both tabs without the user pool", async () => {
  const { page, context, learner } = await openSignedIn();
  const other = await context.newPage();
  await other.goto(`${appUrl}/profile`);
  await heading(other, "Profile Settings");
  let renewals = 0;
  page.context().on("request", (request) => {
    if (isRenewal(request)) renewals += 1;
  });
  await letTokensEndIn(page, 80);
  const shortLived = await tokens(page);
  const look = (tab: Page) => tab.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await Promise.all([look(page), look(other)]);
  await expect.poll(() => tokens(page)).not.toBe(shortLived);
  await Promise.all([look(page), look(other)]);

  await recordTake(page);
  await page.goto(appUrl);
  await heading(page, `Welcome, ${learner.name}`);
  expect(renewals).toBe(1);
  await other.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.setItem("language_selected", "true");
  });
  await answerCognito(page, "RevokeToken", "unreachable");
  await logOut(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete and log out" }).click();
  await told(page, "Logged out");
  await landing(page);
  await heading(other, "Log in");
  await expect.poll(() => keptKeys(page)).toEqual([]);
  await expect.poll(() => keptKeys(other)).toEqual([]);
  await expect.poll(() => storedTakes(page)).toEqual([]);
  await send(other, "Log in", { email: learner.email, password: learner.password });
  await heading(other, "Profile Settings");
  await heading(page, `Welcome, ${learner.name}`);

  const takeTokensAway = () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("Cognito")) localStorage.removeItem(key);
  };
  await page.evaluate(takeTokensAway);
  await heading(other, "Log in");
  expect(await other.getByText("Session Error").count()).toBe(0);
});

test("keeps the session without a network, and ends it with a message when its renewal is refused", async () => {
  const { page, learner } = await openSignedIn();
  await leaveScreens(page, appUrl);
  await letTokensEndIn(page, -60);
  await answerCognito(page, "GetTokensFromRefreshToken", "unreachable");
  await page.goto(appUrl);
  await heading(page, "Parlance cannot be reached");
  await answerCognito(page, "GetTokensFromRefreshToken", null);
  await page.getByRole("button", { name: "Try again" }).click();
  await heading(page, `Welcome, ${learner.name}`);

  await leaveScreens(page, appUrl);
  await letTokensEndIn(page, -60);
  await revokeSessions(appUrl, learner.email);
  const refused = ahead(page.waitForResponse((response) => isRenewal(response.request())));
  await page.route(scriptAddress("ways-in"), async (route) => {
    await refused;
    await route.continue();
  });
  await page.goto(`${appUrl}/new-password#email=${encodeURIComponent(learner.email)}&code=123456`);
  await told(page, "Session Error", "Your session has ended.");
  await heading(page, "New password");
  await expect.poll(() => keptKeys(page)).toEqual(["code_request"]);
});

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("Current password", { exact: true }).fill(from);
  await page.getByLabel("New password", { exact: true }).fill(to);
  await page.getByLabel("Confirm new password", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Update password" }).click();
}

test("ends all other sessions when the password changes, and keeps the tabs of this browser logged in", async () => {
  const { page, context, learner } = await openSignedIn();
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.route(`${apiUrl}/sessions`, (route) => route.abort("internetdisconnected"));
  await changePassword(page, learner.password, "a new password");
  await told(page, "Other devices are still logged in");
  await page.unroute(`${apiUrl}/sessions`);

  const other = await context.newPage();
  await holdStorage(other);
  await other.goto(`${appUrl}/profile`);
  await heading(other, "Profile Settings");
  const device = (await openPage()).page;
  const stolen = await signIn(appUrl, { ...learner, password: "a new password" });
  await signInByTokens(device, appUrl, await signIn(appUrl, { ...learner, password: "a new password" }));
  await device.goto(`${appUrl}/profile?tab=security`);
  await heading(device, "Profile Settings");
  const shownAll = ahead(showStorageOnceLocked(other, "parlance-tokens"));
  await changePassword(page, "a new password", "yet another one");
  await told(page, "Password updated!");
  await shownAll;
  await told(device, "Session Error", "Your session has ended. Please log in again.");
  await heading(device, "Log in");
  await expect(renewTokens(appUrl, stolen.RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  const headers = { authorization: `Bearer ${stolen.AccessToken}` };
  expect((await fetch(`${apiUrl}/account`, { method: "DELETE", headers })).status).toBe(401);
  for (const tab of [page, other]) {
    expect(await tab.getByText("Session Error").count()).toBe(0);
    await tab.reload();
    await heading(tab, "Profile Settings");
  }

  await send(device, "Log in", { email: learner.email, password: "yet another one" });
  await heading(device, "Profile Settings");
  expect(placeOf(device)).toBe("/profile?tab=security");
  await revokeSessions(appUrl, learner.email);
  await changePassword(device, "yet another one", "the last one");
  await told(device, "Session Error", "Your session has ended. Please log in again.");
  await heading(device, "Log in");
});
