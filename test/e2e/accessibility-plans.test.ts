import { describe, inject, test } from "vitest";
import { isClean, looks } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { advanceClock, choosePlan, openPlanTab, pay, subscribe } from "./support/payments.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

describe.each(looks)("at $width px, $colorScheme", ({ width, height, colorScheme }) => {
  test("a paying learner's screens and states", async () => {
    const look = { viewport: { width, height }, colorScheme, reducedMotion: "reduce" } as const;
    const { page } = await openPage(look);
    await signUp(page, appUrl, newLearner());
    await page.getByRole("radio", { name: /One month, once/ }).check();
    await isClean(page);
    await choosePlan(page, "Plus");
    await pay(page);
    await isClean(page);
    await page.getByRole("button", { name: "Continue to Home Now" }).click();
    await page.getByRole("combobox").fill("xyz");
    await shown(page.getByText("No language found."));
    await isClean(page);
    await page.getByRole("combobox").fill("ur");
    await shown(page.getByRole("option", { name: /Urdu/ }));
    await isClean(page);
    await page.getByRole("combobox").fill("Arabic");
    await page.getByRole("option", { name: /Arabic/ }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await shown(page.getByRole("heading", { name: /Welcome/ }));
    await shown(page.getByRole("main").getByRole("listitem").first());
    await isClean(page);
    await page.getByRole("banner").getByRole("button", { name: "Plus", exact: true }).focus();
    await shown(page.getByRole("tooltip"));
    await isClean(page);
    await openPlanTab(page, appUrl);
    await isClean(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await shown(page.getByRole("dialog"));
    await isClean(page);
    await page.getByRole("button", { name: "Keep plan" }).click();
    await page.getByRole("tab", { name: "Account" }).click();
    await isClean(page);
    await page.getByRole("tab", { name: "Plan" }).click();
    await advanceClock(appUrl, "P32D");
    await shown(page.getByRole("link", { name: "Choose a Plan" }));
    await isClean(page);
  });

  test("the screens of a learner whose renewal is not paid, and of one who downgrades", async () => {
    const look = { viewport: { width, height }, colorScheme, reducedMotion: "reduce" } as const;
    const { page } = await openPage(look);
    await subscribe(page, appUrl, "Premium", "renewals fail");
    await page.goto(`${appUrl}/pricing?from=home`);
    await page.getByRole("button", { name: "Change to Plus" }).click();
    await shown(page.getByRole("dialog"));
    await isClean(page);
    await page.getByRole("dialog").getByRole("button", { name: "Change to Plus" }).click();
    await shown(page.getByRole("heading", { name: "Plan Changed" }));
    await isClean(page);
    await openPlanTab(page, appUrl);
    await isClean(page);
    // The credit pays for two renewals, and not for the third.
    await advanceClock(appUrl, "P95D");
    await page.goto(`${appUrl}/pricing?from=home`);
    await shown(page.getByRole("heading", { name: /^Your last payment of .* failed$/ }));
    await isClean(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await shown(page.getByRole("dialog"));
    await isClean(page);
    await openPlanTab(page, appUrl);
    await isClean(page);
  });
});
