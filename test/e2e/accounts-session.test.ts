import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Learner, newLearner, openPool, readConfig } from "../support/learner.ts";
import { answerCognito, failing, placeOf, send, told } from "./support/accounts.ts";
import { launchBrowser, openPage } from "./support/browser.ts";

const appUrl = inject("appUrl");
let browser: Browser;
let apiUrl: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ apiUrl } = await readConfig(appUrl));
});
afterAll(() => browser.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const landing = (page: Page) => heading(page, "Hear it. Say it. Hear yourself.");

async function freeLearner(): Promise<Learner> {
  const learner = await newLearner(appUrl);
  const headers = { authorization: `Bearer ${learner.tokens.AccessToken}` };
  const response = await fetch(`${apiUrl}/subscription/free`, { method: "POST", headers });
  expect(response.status).toBe(200);
  return learner;
}

async function openSignedIn(): Promise<{ page: Page; context: BrowserContext; learner: Learner }> {
  const learner = await freeLearner();
  const { page, context } = await openPage(browser);
  await page.goto(`${appUrl}/login`);
  await send(page, "Login", { email: learner.email, password: learner.password });
  await heading(page, `Welcome, ${learner.name}`);
  return { page, context, learner };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

/** Has the learner signed out everywhere, as a new password does. */
async function revoke({ email }: Learner): Promise<void> {
  const { client, userPoolId } = await openPool(appUrl);
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: email }));
  client.destroy();
}

/** Lets the stored tokens end so many seconds from now; nothing but the browser's own look at them is fooled. */
async function letTokensEndIn(page: Page, seconds: number): Promise<void> {
  await page.evaluate((left) => {
    for (const key of Object.keys(localStorage).filter((name) => /\.(access|id)Token$/.test(name))) {
      const [head, claims = "", signature] = (localStorage.getItem(key) ?? "").split(".");
      const parsed: object = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/")));
      const ending = JSON.stringify({ ...parsed, exp: Math.floor(Date.now() / 1000) + left });
      localStorage.setItem(key, [head, btoa(ending), signature].join("."));
    }
  }, seconds);
}

const leftBehind = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key !== "__playwright"),
  );

test("whoever logs out in one tab is logged out in all others, and nothing is left behind", async () => {
  const { page, context, learner } = await openSignedIn();
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
  await expect.poll(() => leftBehind(page)).toEqual([]);
  await expect.poll(() => leftBehind(other)).toEqual([]);
  await send(other, "Login", { email: learner.email, password: learner.password });
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
  await other.getByRole("link", { name: /doctor/ }).waitFor();
  let renewals = 0;
  await context.route(
    (url) => url.pathname === "/" && url.origin !== appUrl,
    async (route) => {
      const isRenewal = route.request().headers()["x-amz-target"]?.endsWith(".GetTokensFromRefreshToken");
      if (isRenewal) renewals += 1;
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
  await other.getByRole("link", { name: /doctor/ }).waitFor();
  expect(renewals).toBe(1);
});

describe("a session that the server no longer honours", () => {
  test("ends with the next call, in words, and goes on where it was after logging in", async () => {
    const { page, learner } = await openSignedIn();
    await page.evaluate(() => localStorage.setItem("userProgress_probe", "kept"));
    await revoke(learner);
    const isApi = (url: URL) => url.href.startsWith(apiUrl);
    const refusal = {
      status: 401,
      body: '{"message":"Unauthorized"}',
      headers: { "access-control-allow-origin": "*" },
    };
    await page.route(isApi, (route) =>
      route.request().method() === "OPTIONS" ? route.continue() : route.fulfill(refusal),
    );
    await page.goto(`${appUrl}/topic/example-1`);
    await told(page, "Session Error", "Your session has ended. Please log in again.");
    await heading(page, "Log in");
    expect(placeOf(page)).toBe("/login");
    await page.unroute(isApi);
    await send(page, "Login", { email: learner.email, password: learner.password });
    await page.getByRole("button", { name: "Play Audio" }).waitFor();
    expect(placeOf(page)).toBe("/topic/example-1");
    expect(await page.evaluate(() => localStorage.getItem("userProgress_probe"))).toBe("kept");
  });

  test("is told where the page is loaded, but keeps nobody from setting a new password", async () => {
    const { page, learner } = await openSignedIn();
    await letTokensEndIn(page, -60);
    await revoke(learner);
    await page.goto(`${appUrl}/new-password#email=${encodeURIComponent(learner.email)}&code=123456`);
    await told(page, "Session Error", "Your session has ended.");
    await heading(page, "New password");
    await page.goto(`${appUrl}/profile`);
    await heading(page, "Log in");
  });
});

test("a log-out is one whatever the user pool answers", async () => {
  const { page, learner } = await openSignedIn();
  for (const status of [401, 403, 404, 0]) {
    const failure = { ...failing("NotAuthorizedException"), status };
    await answerCognito(page, "RevokeToken", status === 0 ? "unreachable" : failure);
    await logOut(page);
    await told(page, "Logged out");
    await landing(page);
    await page.goto(`${appUrl}/login`);
    await send(page, "Login", { email: learner.email, password: learner.password });
    await heading(page, `Welcome, ${learner.name}`);
  }
});
