import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advanceClock } from "../support/advance-clock.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { beginButton, createExamLearner, startExamInPage } from "./support/exam-steps.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { startOwnCloud } from "./support/own-cloud.ts";
import { choosePlan, controlStripe, createSubscriber, finishDebits, openPlanTab, pay } from "./support/payments.ts";
import { loadStoredRecordings } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { startWaiting } from "./support/start-waiting.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = startOwnCloud();
const openPage = openFileBrowser();

const tab = (page: Page) => page.getByRole("tabpanel");
const badge = (page: Page, text: string) => waitUntilShown(page.getByRole("banner").getByText(text, { exact: true }));

async function openPricing(page: Page): Promise<void> {
  await page.goto(`${appUrl()}/pricing?from=home`);
  await waitUntilShown(page.getByRole("heading", { name: "Plus", exact: true }));
  await page.getByText("Loading your plan").waitFor({ state: "detached" });
}

test("renews a monthly plan, and expires a single month in an open page", async () => {
  const monthly = (await openPage()).page;
  await createSubscriber(monthly, appUrl(), "Plus");
  const single = (await openPage()).page;
  await createSubscriber(single, appUrl(), "Pro", "once");
  await openPlanTab(single, appUrl());
  await advanceClock(appUrl(), "P33D");

  await waitUntilShown(single.getByRole("link", { name: "Plan Expired - Upgrade" }));
  await waitUntilShown(single.getByRole("link", { name: "Choose a Plan" }));
  await expectAccessibleInEveryAppearance(single);
  await monthly.reload();
  await badge(monthly, "Plus");
  await single.goto(appUrl());
  await waitUntilShown(single.getByText("A paid plan includes all dialogues in the language that you choose."));
  await single.getByRole("link", { name: "Plan Expired - Upgrade" }).click();
  await choosePlan(single, "Plus");
  await pay(single);
  await badge(single, "Plus");
});

test("grants access after a failed renewal, and says that a cancellation also cancels the payment", async () => {
  const { page, context } = await openPage();
  await createSubscriber(page, appUrl(), "Premium", "renewals fail");
  const waiting = (await openPage()).page;
  await createSubscriber(waiting, appUrl(), "Pro", "renewals fail");
  await advanceClock(appUrl(), "P32D");
  await waiting.reload();
  await badge(waiting, "Pro - Payment failed");
  await page.goto(appUrl());
  await badge(page, "Premium - Payment failed");
  await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(7);

  await openPricing(page);
  await waitUntilShown(page.getByRole("heading", { name: "Your last payment of $29.99 failed" }));
  expect(await page.getByRole("button", { name: /^Change to|^Choose|^Add a month/ }).count()).toBe(0);
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("main").getByRole("button", { name: "Cancel plan" }).click();
  await waitUntilShown(
    page.getByRole("dialog").getByText(/the payment is cancelled too and your access ends at once\./),
  );
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  const opened = startWaiting(context.waitForEvent("page"));
  await page.getByRole("main").getByRole("button", { name: "Pay in the Customer Portal" }).click();
  const portal = await opened;
  await waitUntilShown(portal.getByRole("button", { name: "Pay the amount due now" }));
  expect(await portal.getByRole("button", { name: "Change plan" }).count()).toBe(0);
  await portal.close();

  await openPlanTab(page, appUrl());
  await waitUntilShown(tab(page).getByText("Your last payment of $29.99 failed."));
  await waitUntilShown(tab(page).getByText("Amount due"));
  expect(await tab(page).getByRole("button", { name: "Customer Portal" }).count()).toBe(1);
  await waitUntilShown(
    tab(page).getByRole("region", { name: "Payment failed" }).getByRole("button", { name: "Customer Portal" }),
  );
  await waitUntilShown(tab(page).getByText("Next renewal, if you pay"));
  await expectAccessibleInEveryAppearance(page);
  expect(await tab(page).getByRole("link", { name: "Change plan" }).count()).toBe(0);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  const dialog = page.getByRole("dialog");
  await waitUntilShown(dialog.getByText(/the payment is cancelled too and your access ends at once\./));
  await expectAccessibleInEveryAppearance(page);
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await waitUntilShown(page.getByText("Your plan has ended.").first());
  await waitUntilShown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
  await openPricing(page);
  await waitUntilShown(page.getByRole("button", { name: "Choose Plus" }));

  await advanceClock(appUrl(), "P15D");
  await waiting.reload();
  await waitUntilShown(waiting.getByRole("link", { name: "Plan Expired - Upgrade" }));
});

test("shows a bank debit as processing until the money arrives", async () => {
  const { page } = await openPage();
  await signUp(page, appUrl(), newLearner());
  await choosePlan(page, "Plus", "once");
  await page.getByRole("button", { name: "Pay later" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Payment Processing" }));
  await waitUntilShown(page.getByText("Processing", { exact: true }));
  await waitUntilShown(page.getByText("Your bank takes a few days to pay. Do not pay again."));
  expect(await page.getByText(/Payment Successful|Thank you for your purchase/).count()).toBe(0);
  const plans = await page.context().newPage();
  await plans.goto(`${appUrl()}/pricing`);
  await plans.getByRole("radio", { name: /Single month/ }).check();
  await waitUntilShown(plans.getByText(/Your bank payment for this plan started on/));
  expect(await plans.getByRole("button", { name: "Choose Plus" }).count()).toBe(0);
  await plans.close();
  await finishDebits(appUrl(), true);
  await waitUntilShown(page.getByText("Active", { exact: true }));
  await waitUntilShown(page.getByRole("heading", { name: "Payment Successful" }));
});

test("does not show an old payment as new on the result page", async () => {
  const { page } = await openPage();
  await createSubscriber(page, appUrl(), "Premium");
  await openPricing(page);
  await page.getByRole("button", { name: "Change to Plus" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change to Plus" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Plan Changed" }));
  await advanceClock(appUrl(), "P2D");
  const other = await page.context().newPage();
  await other.goto(`${appUrl()}/payment-success?result=paid`);
  await waitUntilShown(other.getByRole("heading", { name: "Your Plan" }));
  await waitUntilShown(other.getByText("Active", { exact: true }));
  expect(await other.getByText(/Payment Successful|Thank you for your purchase/).count()).toBe(0);
  await openPlanTab(other, appUrl());
  await other.getByRole("button", { name: "Cancel plan" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await waitUntilShown(other.getByRole("banner").getByText("Plus Cancelled", { exact: true }));
  await advanceClock(appUrl(), "P32D");
  await openPricing(other);
  const credit = other.getByText(/^Your credit of \$(19\.\d\d|20) reduces the payments of a monthly plan\.$/);
  await waitUntilShown(credit);
  await other.getByRole("button", { name: "Get Started" }).click();
  await waitUntilShown(other.getByRole("banner").getByText("Free", { exact: true }));
  await openPricing(other);
  await waitUntilShown(credit);
  await expectAccessibleInEveryAppearance(other);
});

test("activates a paid plan despite lost deliveries of Stripe events", async () => {
  const { page } = await openPage();
  await controlStripe(appUrl(), "drop", { count: 3 });
  await signUp(page, appUrl(), newLearner());
  await choosePlan(page, "Plus");
  await pay(page);
  await controlStripe(appUrl(), "deliver-now");
  await badge(page, "Plus");
});

test("continues a running exam after the plan ended, even after a reload", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.5);
  await createSubscriber(page, appUrl(), "Pro", "once");
  await startExamInPage(page, appUrl());
  await beginButton(page).click();
  const sitting = createExamLearner(page);
  await sitting.through(1, 1);
  const learned = startWaiting(page.waitForResponse((response) => response.url().endsWith("/account")));
  await advanceClock(appUrl(), "P33D");
  await learned;
  await sitting.through(2, 2);
  await waitUntilShown(page.getByRole("heading", { name: "Segment 3 of" }));
  await page.reload();
  await waitUntilShown(page.getByText("The exam continues at segment 4 of dialogue 1."));
  await page.getByRole("button", { name: "Continue" }).click();
  await createExamLearner(page).through(4, 4);
  await page.getByRole("button", { name: "End the exam" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End exam" }).click();
  await waitUntilShown(page.getByText(/^You recorded 3 of \d+ segments/));
  const recordings = await loadStoredRecordings(page, "parlance-mocks");
  expect(recordings.filter(({ interrupted }) => !interrupted).map(({ segmentIndex }) => segmentIndex)).toEqual([
    0, 1, 3,
  ]);
  await page.getByRole("link", { name: "Mark exam" }).click();
  await waitUntilShown(page.getByText("The transcripts and audio of this dialogue need a paid plan."));
  await page.getByRole("link", { name: "See the plans" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Choose Plus" }));
  await page.goto(appUrl());
  await waitUntilShown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
});
