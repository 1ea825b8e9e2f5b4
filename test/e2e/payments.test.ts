import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "./support/learner.ts";
import { choosePlan, createSubscriber, openPlanTab, pay, pickLanguage } from "./support/payments.ts";
import { countCalls } from "./support/settings.ts";
import { startWaiting } from "./support/start-waiting.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const open = async () => (await openPage()).page;

test("opens the dialogues of a plan after a declined card and then a payment", async () => {
  const { page, problems } = await openPage();
  await signUp(page, appUrl, newLearner());
  await choosePlan(page, "Premium");
  await page
    .getByRole("link", { name: "Go back" })
    .or(page.getByRole("button", { name: "Go back" }))
    .click();
  await waitUntilShown(page.getByRole("button", { name: "Choose Premium" }));
  const calls = countCalls(page, "POST", "/checkout-sessions");
  await page.getByRole("button", { name: "Choose Pro" }).dblclick();
  await page.getByRole("button", { name: "Decline the card" }).click();
  await waitUntilShown(page.getByText(/declined/i).first());
  expect(calls(), "a double click opens one page to pay on").toBe(1);
  await pay(page);
  await waitUntilShown(page.getByText(/^Redirecting to “Select Your Language” in \d+ seconds\.\.\.$/));
  await page.getByRole("button", { name: "Stay here" }).click();
  await expectAccessibleInEveryAppearance(page);
  await pickLanguage(page);
  await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(7);
  await waitUntilShown(page.getByText("Page 1 of 4"));
  const badge = page.getByRole("banner").getByText("Pro", { exact: true });
  await waitUntilShown(badge);
  await badge.focus();
  await waitUntilShown(page.getByRole("tooltip"));
  await expectAccessibleInEveryAppearance(page);
  expect(problems.filter((problem) => !problem.includes("402"))).toEqual([]);
});

test("names the page that opens after a payment", async () => {
  const { page } = await openPage();
  await signUp(page, appUrl, newLearner());
  await choosePlan(page, "Plus");
  await pay(page);
  await waitUntilShown(page.getByText(/^Redirecting to “Select Your Language” in \d+ seconds\.\.\.$/));
  expect(await page.getByText(/home/i).count()).toBe(0);
  await page.getByRole("button", { name: "Stay here" }).click();
  await pickLanguage(page);
  await page.goto(`${appUrl}/payment-success`);
  await waitUntilShown(page.getByText(/^Redirecting to home in \d+ seconds\.\.\.$/));
  await page.getByRole("button", { name: "Continue to Home Now" }).click();
  await waitUntilShown(page.getByRole("heading", { name: /^Welcome/ }));
});

test("shows the remaining days of a single month, but no button to the Customer Portal", async () => {
  const page = await open();
  await createSubscriber(page, appUrl, "Plus", "once");
  await openPlanTab(page, appUrl);
  await waitUntilShown(page.getByRole("tabpanel").getByText(/Plan expires in (28|29|30|31) days/));
  expect(await page.getByRole("button", { name: "Customer Portal" }).count()).toBe(0);
});

test.each(["", "?result=paid", "?result=waits"])(
  "the payment result page of a learner on the free plan reports no new payment, with the query %j",
  async (search) => {
    const page = await open();
    await signUpFree(page, appUrl, newLearner());
    await page.goto(`${appUrl}/payment-success${search}`);
    await waitUntilShown(page.getByRole("heading", { name: "No New Payment" }));
    await waitUntilShown(page.getByText(/^If you paid, wait a few minutes/));
    expect(await page.getByText(/Payment Successful|Thank you for your purchase|Plan Chosen/).count()).toBe(0);
    await expectAccessibleInEveryAppearance(page);
    await page.getByRole("link", { name: "See the plans" }).click();
    await waitUntilShown(page.getByRole("heading", { name: "Choose Your Plan" }));
  },
);

test("shows in another open tab that a plan was changed", async () => {
  const { page, context } = await openPage();
  await createSubscriber(page, appUrl, "Plus");
  const other = await context.newPage();
  await other.goto(appUrl);
  const badge = (text: string) => waitUntilShown(other.getByRole("banner").getByText(text, { exact: true }));
  await badge("Plus");
  await openPlanTab(page, appUrl);
  await waitUntilShown(page.getByRole("tabpanel").getByText(/Next billing cycle in \d+ days/));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await waitUntilShown(page.getByText(/You keep access for \d+ days, until [A-Z][a-z]{2} \d{2}, \d{4}\./).first());
  await badge("Plus Cancelled");
  await page.getByRole("button", { name: "Resume plan" }).click();
  await badge("Plus");

  await page.getByRole("link", { name: "Change plan" }).click();
  await waitUntilShown(
    page.getByText("Cancel your plan in your profile. You can choose Free after your access has ended."),
  );
  expect(await page.getByRole("button", { name: "Get Started" }).count()).toBe(0);
  await page.getByRole("button", { name: "Change to Premium" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change to Premium" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Payment Successful" }));
  await badge("Premium");

  await openPlanTab(page, appUrl);
  const opened = startWaiting(context.waitForEvent("page"));
  await page.getByRole("button", { name: "Customer Portal" }).click();
  const portal = await opened;
  await portal.getByRole("button", { name: "Cancel plan" }).click();
  await badge("Premium Cancelled");
});

test("accepts only one payment for two plans that were chosen in two tabs", async () => {
  const { page, context } = await openPage();
  await signUp(page, appUrl, newLearner());
  const other = await context.newPage();
  await other.goto(`${appUrl}/pricing`);
  await choosePlan(page, "Plus");
  await choosePlan(other, "Premium");
  await pay(other);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await waitUntilShown(page.getByText(/expired|no longer|closed/i).first());
});

test("shows an upgrade after the bank's confirmation in another tab", async () => {
  const page = await open();
  await signUp(page, appUrl, newLearner());
  await choosePlan(page, "Plus");
  await page.getByRole("radio", { name: /have to be confirmed/ }).check();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("button", { name: "Confirm the payment" }).click();
  await waitUntilShown(page.getByText("Active", { exact: true }));
  await pickLanguage(page);
  await openPlanTab(page, appUrl);
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("button", { name: "Change to Pro" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change to Pro" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Payment" });
  const [bill] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Confirm payment" }).click(),
  ]);
  await bill.getByRole("button", { name: "Confirm the payment" }).click();
  await waitUntilShown(bill.getByText(/This bill is paid/));
  await waitUntilShown(page.getByRole("button", { name: "Change to Plus" }));
});
