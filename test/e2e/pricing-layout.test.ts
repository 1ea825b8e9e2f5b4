import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { findBehindToasts } from "../screens/support/visual-checks.ts";
import { waitForToast } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "./support/learner.ts";
import { pauseToasts } from "./support/pause-toasts.ts";
import { createSubscriber } from "./support/payments.ts";
import { refuse } from "./support/settings.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
const laptop = { viewport: { width: 1440, height: 900 } } as const;
const difference = "Plus, Pro and Premium open the same dialogues and mock exams, at different prices.";

async function openPricing(page: Page): Promise<void> {
  await page.goto(`${appUrl}/pricing?from=home`);
  await waitUntilShown(page.getByRole("heading", { name: "Premium", exact: true }));
  await page.getByText("Loading your plan").waitFor({ state: "detached" });
}

async function belowTheFold(page: Page): Promise<string[]> {
  const buttons = await page.getByRole("main").getByRole("listitem").getByRole("button").all();
  expect(buttons.length).toBeGreaterThanOrEqual(2);
  const below: string[] = [];
  for (const button of buttons) {
    const box = await button.boundingBox();
    if (!box || box.y + box.height > laptop.viewport.height) below.push(await button.innerText());
  }
  return below;
}

describe("the pricing page at 1440 × 900", () => {
  test.each([
    ["a learner without a plan", (page: Page) => signUp(page, appUrl, newLearner())],
    ["a learner with the free plan", (page: Page) => signUpFree(page, appUrl, newLearner())],
    ["a learner with a single month", (page: Page) => createSubscriber(page, appUrl, "Plus", "once")],
    ["a learner with a monthly plan", (page: Page) => createSubscriber(page, appUrl, "Plus")],
  ])("shows every plan button without scrolling, for %s", async (_, begin) => {
    const { page } = await openPage(laptop);
    await begin(page);
    await openPricing(page);
    await waitUntilShown(page.getByText(/^(\d+ dialogues in \d+ languages|Nepali has)/).first());
    expect(await belowTheFold(page)).toEqual([]);
    await waitUntilShown(page.getByText(difference, { exact: true }));
    await expectAccessibleInEveryAppearance(page);
  });
});

test.each([
  [360, 740],
  [768, 1024],
  [1440, 900],
])("a message on the pricing page covers no plan at %i × %i", async (width, height) => {
  const { page } = await openPage({ viewport: { width, height } });
  await signUp(page, appUrl, newLearner());
  await openPricing(page);
  await refuse(page, "/checkout-sessions", 503, "payments_unavailable", "Out of order.");
  for (const plan of ["Plus", "Pro", "Premium"]) {
    await page.getByRole("button", { name: `Choose ${plan}` }).click();
    await waitForToast(page, "Plan Selection Failed");
    await pauseToasts(page);
    await expect.poll(() => findBehindToasts(page, ".plan-card"), { message: plan }).toEqual([]);
    const topOfToast = async () =>
      (await page.getByText("Plan Selection Failed", { exact: true }).boundingBox())?.y ?? Number.NEGATIVE_INFINITY;
    await expect.poll(topOfToast, { message: "the message is in the window" }).toBeGreaterThanOrEqual(0);
  }
});
