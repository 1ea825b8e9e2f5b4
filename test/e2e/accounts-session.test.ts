import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { readConfig, renewTokens, signIn } from "../support/learner.ts";
import { answerCognito, failing, heading, placeOf, revokeSessions, send, told } from "./support/accounts.ts";
import { ahead } from "./support/ahead.ts";
import { keptKeys } from "./support/browser.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { holdStorage, showStorageOnceLocked } from "./support/late-storage.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, storedTakes } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { shown } from "./support/shown.ts";
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

test("whoever logs out in one tab is logged out in all others, and nothing is left behind", async () => {
  const { page, context, learner } = await openSignedIn();
  await recordTake(page);
  await page.goto(appUrl);
  const other = await context.newPage();
  await other.goto(`${appUrl}/profile`);
  await heading(other, "Profile Settings");
  await other.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.setItem("language_selected", "true");
  });
  await logOut(page);
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

test("two tabs that find their tokens ending renew them once between them", async () => {
  const { page, context } = await openSignedIn();
  const other = await context.newPage();
  await other.goto(appUrl);
  await shown(other.getByRole("link", { name: /doctor/ }));
  let renewals = 0;
  await context.route(
    (url) => url.pathname === "/" && url.origin !== appUrl,
    async (route) => {
      if (isRenewal(route.request())) renewals += 1;
      await route.continue();
    },
  );
  const tokens = () => page.evaluate(() => JSON.stringify(localStorage));
  const before = await tokens();
  await letTokensEndIn(page, 80);
  const shortLived = await tokens();
  const look = (tab: Page) => tab.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await Promise.all([look(page), look(other)]);
  await expect.poll(tokens).not.toBe(shortLived);
  expect(await tokens()).not.toBe(before);
  await Promise.all([look(page), look(other)]);
  await Promise.all([page.reload(), other.reload()]);
  await shown(other.getByRole("link", { name: /doctor/ }));
  expect(renewals).toBe(1);
});

describe("a session that the server no longer honours", () => {
  test("ends with the next call, in words, and goes on where it was after logging in", async () => {
    const { page, learner } = await openSignedIn();
    const isProgress = (url: URL) => url.pathname.startsWith("/progress/");
    await page.route(isProgress, (route) => route.abort("internetdisconnected"));
    await recordTake(page);
    await revokeSessions(appUrl, learner.email);
    const isApi = (url: URL) => url.href.startsWith(apiUrl);
    const refusal = {
      status: 401,
      body: '{"message":"Unauthorized"}',
      headers: { "access-control-allow-origin": "*" },
    };
    await page.route(isApi, (route) =>
      route.request().method() === "OPTIONS" ? route.continue() : route.fulfill(refusal),
    );
    await page.reload();
    await told(page, "Session Error", "Your session has ended. Please log in again.");
    await heading(page, "Log in");
    expect(placeOf(page)).toBe("/login");
    await expect.poll(() => storedTakes(page)).toEqual([]);
    const unsent = expect.stringMatching(/^userProgress_/);
    await expect.poll(() => keptKeys(page), { message: "what the server does not have yet stays" }).toEqual([unsent]);
    await page.unroute(isApi);
    await page.unroute(isProgress);
    await send(page, "Log in", { email: learner.email, password: learner.password });
    await shown(page.getByRole("button", { name: "Play Audio" }));
    expect(placeOf(page)).toBe("/topic/example-1");
    await expect.poll(async () => (await keptKeys(page)).filter((key) => key.startsWith("userProgress_"))).toEqual([]);
  });

  test("ends where a password is to be changed", async () => {
    const { page, learner } = await openSignedIn();
    await page.goto(`${appUrl}/profile?tab=security`);
    await shown(page.getByLabel("Current password", { exact: true }));
    await revokeSessions(appUrl, learner.email);
    await page.getByLabel("Current password", { exact: true }).fill(learner.password);
    await page.getByLabel("New password", { exact: true }).fill("a new password");
    await page.getByLabel("Confirm new password", { exact: true }).fill("a new password");
    await page.getByRole("button", { name: "Update password" }).click();
    await told(page, "Session Error", "Your session has ended. Please log in again.");
    await heading(page, "Log in");
    await send(page, "Log in", { email: learner.email, password: learner.password });
    await heading(page, "Profile Settings");
    expect(placeOf(page)).toBe("/profile?tab=security");
  });

  test("is told where the page is loaded, but keeps nobody from setting a new password", async () => {
    const { page, learner } = await openSignedIn();
    await leaveScreens(page, appUrl);
    await letTokensEndIn(page, -60);
    await revokeSessions(appUrl, learner.email);
    const refused = ahead(page.waitForResponse((response) => isRenewal(response.request())));
    await page.route("**/assets/new-password-page-*.js", async (route) => {
      await refused;
      await route.continue();
    });
    await page.goto(`${appUrl}/new-password#email=${encodeURIComponent(learner.email)}&code=123456`);
    await told(page, "Session Error", "Your session has ended.");
    await heading(page, "New password");
    await expect.poll(() => keptKeys(page)).toEqual(["code_request"]);
    await page.goto(`${appUrl}/profile`);
    await heading(page, "Log in");
  });
});

describe("a password that is changed", () => {
  const changePassword = async (page: Page, from: string, to: string) => {
    await page.goto(`${appUrl}/profile?tab=security`);
    await page.getByLabel("Current password", { exact: true }).fill(from);
    await page.getByLabel("New password", { exact: true }).fill(to);
    await page.getByLabel("Confirm new password", { exact: true }).fill(to);
    await page.getByRole("button", { name: "Update password" }).click();
  };

  test("ends all other sessions at once; this browser's tabs go on, and what was recorded there stays", async () => {
    const { page, context, learner } = await openSignedIn();
    await recordTake(page);
    const other = await context.newPage();
    await other.goto(`${appUrl}/profile`);
    await heading(other, "Profile Settings");
    const device = (await openPage()).page;
    await logIn(device, appUrl, learner);
    await heading(device, `Welcome, ${learner.name}`);
    const stolen = await signIn(appUrl, learner);
    await changePassword(page, learner.password, "a new password");
    await told(page, "Password updated!");
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
    expect(await storedTakes(page)).toHaveLength(1);
    await changePassword(page, "a new password", "yet another one");
    await told(page, "Password updated!");
  });

  test("leaves a tab logged in to which the browser is late in showing the new session", async () => {
    const { page, context, learner } = await openSignedIn();
    const other = await context.newPage();
    await holdStorage(other);
    await other.goto(`${appUrl}/profile`);
    await heading(other, "Profile Settings");
    const shownAll = ahead(showStorageOnceLocked(other, "parlance-tokens"));
    await changePassword(page, learner.password, "a new password");
    await told(page, "Password updated!");
    await shownAll;
    for (const tab of [page, other]) {
      expect(await tab.getByText("Session Error").count()).toBe(0);
      await tab.reload();
      await heading(tab, "Profile Settings");
    }
  });

  test("says so where the others could not be ended, and stays logged in", async () => {
    const { page, learner } = await openSignedIn();
    await page.route(`${apiUrl}/sessions`, (route) => route.abort("internetdisconnected"));
    await changePassword(page, learner.password, "a new password");
    await told(page, "Other devices are still logged in");
    await page.reload();
    await heading(page, "Profile Settings");
  });
});

test("a session that cannot be renewed for want of a network is not taken for a log-out", async () => {
  const { page, learner } = await openSignedIn();
  await leaveScreens(page, appUrl);
  await letTokensEndIn(page, -60);
  await answerCognito(page, "GetTokensFromRefreshToken", "unreachable");
  await page.goto(appUrl);
  await heading(page, "Parlance cannot be reached");
  await answerCognito(page, "GetTokensFromRefreshToken", null);
  await page.getByRole("button", { name: "Try again" }).click();
  await heading(page, `Welcome, ${learner.name}`);
});

test("a log-out is one whatever the user pool answers", async () => {
  const { page, learner } = await openSignedIn();
  const tokens = await signIn(appUrl, learner);
  for (const status of [401, 403, 404, 0]) {
    const failure = { ...failing("NotAuthorizedException"), status };
    await answerCognito(page, "RevokeToken", status === 0 ? "unreachable" : failure);
    await logOut(page);
    await told(page, "Logged out");
    await landing(page);
    await signInByTokens(page, appUrl, tokens);
    await page.goto(appUrl);
    await heading(page, `Welcome, ${learner.name}`);
  }
});

test("nothing is asked of the API for a learner who has left, though something was still being loaded for them", async () => {
  const { page } = await openPage();
  const held = Promise.withResolvers<void>();
  const refusal = { status: 403, body: "<Error/>", headers: { "access-control-allow-origin": appUrl } };
  const isMetadata = (url: URL) => url.pathname.endsWith("/metadata.json");
  const loading = ahead(page.waitForRequest((request) => isMetadata(new URL(request.url()))));
  await page.route(isMetadata, async (route) => {
    await held.promise;
    await route.fulfill(refusal);
  });
  await signUpFree(page, appUrl, newLearner());
  await loading;
  await logOut(page);
  await told(page, "Logged out");
  await landing(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(apiUrl)) asked.push(`${request.method()} ${request.url()}`);
  });
  const refused = ahead(page.waitForResponse((response) => isMetadata(new URL(response.url()))));
  held.resolve();
  await refused;
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await heading(page, "Log in");
  expect(asked).toEqual([]);
});
