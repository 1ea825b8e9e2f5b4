import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { startOwnCloud } from "./support/own-cloud.ts";
import { finishAttempt, listenUntilRecording, openExample } from "./support/practice.ts";
import { waitForWorker, withWorker } from "./support/worker.ts";

const openPage = openFileBrowser();

const siteDirectory = mkdtempSync(join(tmpdir(), "parlance-site-"));
cpSync(join(import.meta.dirname, "../../web/dist"), siteDirectory, { recursive: true });
afterAll(() => rmSync(siteDirectory, { recursive: true, force: true }));
const appUrl = startOwnCloud(siteDirectory);

async function deployVersion(page: Page): Promise<void> {
  for (const copy of ["sw.js.br", "sw.js.gz"]) rmSync(join(siteDirectory, copy), { force: true });
  appendFileSync(join(siteDirectory, "sw.js"), "\n// another version");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await expect.poll(isWaiting).toBe(true);
}

const isBusy = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === "parlance-busy"));

/** The returned function checks whether the page still has the same document. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Reflect.set(window, "isMarked", true));
  return () => page.evaluate(() => Reflect.has(window, "isMarked"));
}

test("activates a newer version of the app on Home, but not while another tab records", async () => {
  const { page, context } = await openPage(withWorker);
  const learner = newLearner();
  await signUpFree(page, appUrl(), learner);
  await waitForWorker(page);
  const other = await context.newPage();
  await other.goto(`${appUrl()}/profile`);
  await waitForHeading(other, "Profile Settings");
  const isSameDocument = await markDocument(other);
  const home = other.getByRole("link", { name: "Parlance" });

  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  const isSamePractice = await markDocument(page);
  await deployVersion(other);
  await home.click();
  await waitForHeading(other, `Welcome, ${learner.name}`);
  await other.goBack();
  await waitForHeading(other, "Profile Settings");
  expect(await isSameDocument()).toBe(true);

  await finishAttempt(page);
  await expect.poll(() => isBusy(page)).toBe(false);
  const reloaded = other.waitForEvent("load");
  await home.click();
  await reloaded;
  await waitForHeading(other, `Welcome, ${learner.name}`);
  expect(await isSameDocument()).toBe(false);
  expect(await page.getByRole("button", { name: "Play Your Recording" }).isVisible()).toBe(true);
  expect(await isSamePractice()).toBe(true);
});

test("reloads an outdated tab when the tab opens Home, even during the browser's first visit", async () => {
  const { page, context } = await openPage(withWorker);
  const learner = newLearner();
  await signUpFree(page, appUrl(), learner);
  await waitForWorker(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await waitForHeading(page, "Profile Settings");
  const isSameDocument = await markDocument(page);

  const other = await context.newPage();
  await other.goto(`${appUrl()}/profile`);
  await deployVersion(other);
  const otherReloaded = other.waitForEvent("load");
  await other.getByRole("link", { name: "Parlance" }).click();
  await otherReloaded;
  await waitForHeading(other, `Welcome, ${learner.name}`);

  const reloaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Parlance" }).click();
  await reloaded;
  await waitForHeading(page, `Welcome, ${learner.name}`);
  expect(await isSameDocument()).toBe(false);
});
