import type { Page } from "puppeteer-core";
import { expect } from "vitest";
import { chooseFree, newLearner } from "../../../support/learner.ts";
import { limitMs } from "../../../support/limits.ts";

type Role = "button" | "dialog" | "heading" | "link" | "menuitem";

const named = (role: Role, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
const saying = (text: string) => `::-p-text(${text})`;

/** Waits until something of this role and name shows. */
export async function shown(page: Page, role: Role, name: string): Promise<void> {
  await page.locator(named(role, name)).wait();
}

/** Waits until a text shows. */
export async function told(page: Page, text: string): Promise<void> {
  await page.locator(saying(text)).wait();
}

/** Waits until a text shows no more. */
export async function gone(page: Page, text: string): Promise<void> {
  await page.waitForSelector(saying(text), { hidden: true });
}

/** Clicks on what has this role and name, once it can be clicked. */
export async function click(page: Page, role: Role, name: string): Promise<void> {
  await page.locator(named(role, name)).click();
}

/** Clicks on the link in which a text stands. */
export async function clickOn(page: Page, text: string): Promise<void> {
  await page.locator(`a ${saying(text)}`).click();
}

/** Fills the field that a form sends under this name. */
export async function fill(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`input[name=${field}]`).fill(text);
}

/** Logs a new learner of the free plan in. */
export async function logInFree(page: Page, appUrl: string): Promise<void> {
  const { email, password, name, tokens } = await newLearner(appUrl);
  await chooseFree(appUrl, tokens.AccessToken);
  await page.goto(`${appUrl}/login`);
  await fill(page, "email", email);
  await fill(page, "password", password);
  await click(page, "button", "Log in");
  await shown(page, "heading", `Welcome, ${name}`);
}

/** Opens a dialogue of the list, and turns the microphone on. */
export async function openDialogue(page: Page, title: string): Promise<void> {
  await clickOn(page, title);
  await click(page, "button", "Turn on microphone");
  await told(page, "Say something: the bar should follow your voice.");
  await click(page, "button", "Start practising");
}

/** Hears the original out, records for so many seconds, by the recorder's own sound, and finishes the attempt. */
export async function recordTake(page: Page, seconds: number): Promise<void> {
  await click(page, "button", "Play Audio");
  await shown(page, "button", "Finish Attempt");
  const hasRecorded = (wanted: number) => {
    const [measure] = performance.getEntriesByName("ended-to-first-sample").slice(-1);
    return measure !== undefined && performance.now() - measure.startTime > wanted * 1_000;
  };
  await expect.poll(() => page.evaluate(hasRecorded, seconds), { timeout: limitMs(2_000 * seconds) }).toBe(true);
  await click(page, "button", "Finish Attempt");
  // The button stands there before a take does.
  await told(page, "Recordings of this segment");
}
