import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { scriptUrlPattern } from "./support/script-url-pattern.ts";
import { refuse } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** The entry page of a later deployment. */
const tomorrow = '<!doctype html><script type="module" src="/assets/index-of-tomorrow.js"></script>';

const banner = (page: Page) => page.getByRole("banner");

/** Opens the app on a page that preloads no other page. */
async function openNowhere(): Promise<Page> {
  const { page } = await openPage();
  await page.goto(`${appUrl}/nowhere`);
  await waitForHeading(page, "Oops! Page not found");
  return page;
}

describe("a page that fails to load", () => {
  test("reports that the visitor is offline, and opens when the network is back", async () => {
    const page = await openNowhere();
    await page.context().setOffline(true);
    await banner(page).getByRole("link", { name: "Log in" }).click();
    await waitForHeading(page, "You are offline");
    await waitUntilShown(banner(page).getByRole("link", { name: "Sign up" }));
    const words = await page.getByRole("main").innerText();
    expect(words).not.toMatch(/recording|assets|http/);
    await page.context().setOffline(false);
    await waitForHeading(page, "Log in");
  });

  test("reloads automatically when a deployment has replaced its files", async () => {
    const page = await openNowhere();
    let replaced = true;
    await page.route(scriptUrlPattern("ways-in"), (route) =>
      replaced ? route.fulfill({ status: 404, body: "Not found" }) : route.continue(),
    );
    await page.route(`${appUrl}/`, (route) => route.fulfill({ contentType: "text/html", body: tomorrow }));
    await page.route(`${appUrl}/login`, (route) => {
      replaced = false;
      return route.continue();
    });
    await banner(page).getByRole("link", { name: "Log in" }).click();
    await waitForHeading(page, "Log in");
    expect(replaced).toBe(false);
  });

  test("reloads only once if a reload does not help", async () => {
    const page = await openNowhere();
    await page.route(scriptUrlPattern("ways-in"), (route) => route.fulfill({ status: 404, body: "Not found" }));
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await banner(page).getByRole("link", { name: "Log in" }).click();
    await expect.poll(() => documents).toBe(1);
    await waitForHeading(page, "Something went wrong");
    await waitUntilShown(page.getByRole("button", { name: "Reload" }));
    await page.waitForLoadState("networkidle");
    expect(documents).toBe(1);
  });
});

test("a page whose start script cannot be loaded reports the failure, and starts when the network is back", async () => {
  const { page } = await openPage();
  await page.route(scriptUrlPattern("start"), (route) => route.abort("internetdisconnected"));
  await page.route(`${appUrl}/`, (route) => route.abort("internetdisconnected"));
  await page.goto(`${appUrl}/login`);
  await waitUntilShown(page.getByRole("alert").getByText("Parlance cannot be reached."));
  await waitForHeading(page, "Log in");
  await page.unrouteAll();
  await page.locator("html:not([data-page])").waitFor({ state: "attached" });
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("continues a recording through a network loss and a deployment", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  const button = await page.getByRole("button", { name: "Finish Attempt" }).elementHandle();
  await page.route(`${appUrl}/`, (route) => route.fulfill({ contentType: "text/html", body: tomorrow }));
  await page.route(/\/assets\//, (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await waitForRecordedSeconds(page, 1);
  await page.waitForLoadState("networkidle");
  expect(await button?.evaluate((element) => element.isConnected)).toBe(true);
  await finishAttempt(page);
  expect(await loadStoredRecordings(page)).toHaveLength(1);
});

test.each(["/login", "/pricing"])("explains at %s how to allow storage that the browser blocks", async (path) => {
  const { page, context } = await openPage({ microphoneChecked: false });
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  await page.goto(appUrl + path);
  await waitForHeading(page, "This browser blocks storage");
  const words = await page.getByRole("main").innerText();
  expect(words).toContain("Allow cookies and site data");
  expect(words).not.toContain("connection");
});

test("reports whether the network or the server failed, and continues afterwards", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Support" }).click();
  await waitForHeading(page, "You are offline");
  await waitUntilShown(page.getByRole("button", { name: /Account menu/ }));
  await page.context().setOffline(false);
  await waitUntilShown(page.getByLabel("Title"));

  await page.goto(appUrl);
  await waitForHeading(page, `Welcome, ${learner.name}`);
  await refuse(page, "/home", 500, "internal_error", "Something went wrong. Reference: 1");
  await refuse(page, "/account", 500, "internal_error", "Something went wrong. Reference: 1");
  await page.reload();
  await waitForHeading(page, "Something went wrong");
  const words = await page.getByRole("main").innerText();
  expect(words).toContain("Try again in a moment");
  expect(words).not.toContain("connection");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForHeading(page, `Welcome, ${learner.name}`);

  await page.route("**/home", (route) => route.abort("internetdisconnected"));
  // The page would otherwise show the stored account.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("account_")) localStorage.removeItem(key);
  });
  await page.reload();
  await waitForHeading(page, "Parlance cannot be reached");
  await page.context().setOffline(true);
  await waitForHeading(page, "You are offline");
  await page.unrouteAll();
  await page.context().setOffline(false);
  await waitForHeading(page, `Welcome, ${learner.name}`);
});

test.each([
  { lost: "the request", calledAgain: [2] },
  // The account is already deleted, and the page may show that before the next call.
  { lost: "the response", calledAgain: [1, 2] },
])("starts no account deletion offline, and completes one after $lost was lost", async ({ lost, calledAgain }) => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile?tab=security`);
  await page.getByRole("main").getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  const confirm = dialog.getByRole("button", { name: "Delete account" });
  let calls = 0;
  await page.route("**/account", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    calls += 1;
    if (calls > 1) return route.continue();
    if (lost === "the response") await route.fetch();
    await page.context().setOffline(true);
    await route.abort("internetdisconnected");
  });
  await page.context().setOffline(true);
  await waitUntilShown(dialog.getByText("You are offline. You can delete your account when you are back online."));
  await dialog.getByLabel("Type DELETE to confirm").press("Enter");
  expect(await confirm.isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await dialog.getByText("You are offline.").waitFor({ state: "hidden" });
  expect(calls).toBe(0);
  await confirm.click();
  const bar = page.getByRole("region", { name: "Deletion of your account" });
  await waitUntilShown(bar.getByText("You are offline. The deletion of your account needs a connection."));
  await page.context().setOffline(false);
  await waitUntilShown(page.getByText("Account deleted!", { exact: true }));
  await waitForHeading(page, "Log in");
  expect(calledAgain).toContain(calls);
});
