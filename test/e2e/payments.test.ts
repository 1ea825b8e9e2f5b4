import { describe, expect, inject, test } from "vitest";
import { limitMs } from "../support/limits.ts";
import { ahead } from "./support/ahead.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, newLearner, signUp, signUpFree } from "./support/learner.ts";
import {
  advanceClock,
  choosePlan,
  controlStripe,
  finishDebits,
  openPlanTab,
  pay,
  pickLanguage,
  subscribe,
} from "./support/payments.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const open = async () => (await openPage()).page;

describe("buying", () => {
  test("a monthly plan: pay, see it active, pick a language, see every topic", async () => {
    const { page, problems } = await openPage();
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Pro");
    await pay(page);
    await shown(page.getByText(/Redirecting to home in \d+ seconds\.\.\./));
    await pickLanguage(page);
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(7);
    await shown(page.getByText("Page 1 of 4"));
    await shown(page.getByRole("banner").getByText("Pro", { exact: true }));
    expect(problems).toEqual([]);
  });

  test("one month once ends by itself", async () => {
    const page = await open();
    await subscribe(page, appUrl, "Plus", "once");
    await openPlanTab(page, appUrl);
    await page
      .getByRole("tabpanel")
      .getByText(/Plan expires in (28|29|30|31) days/)
      .waitFor();
    expect(await page.getByRole("button", { name: "Customer Portal" }).count()).toBe(0);
  });

  test("a declined card changes nothing, and the learner can try again", async () => {
    const page = await open();
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Plus");
    await page.getByRole("button", { name: "Decline the card" }).click();
    await page
      .getByText(/declined/i)
      .first()
      .waitFor();
    await pay(page);
  });

  test("going back from the payment page changes nothing", async () => {
    const page = await open();
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Premium");
    await page
      .getByRole("link", { name: "Go back" })
      .or(page.getByRole("button", { name: "Go back" }))
      .click();
    await shown(page.getByRole("heading", { name: "Choose Your Plan" }));
    await shown(page.getByRole("button", { name: "Choose Premium" }));
  });

  test("coming to the result without having paid stays processing and offers the plans", async () => {
    const page = await open();
    await signUpFree(page, appUrl, newLearner());
    await page.goto(`${appUrl}/payment-success`);
    await shown(page.getByText("Processing", { exact: true }));
    await page.getByText(/No payment has arrived yet/).waitFor({ timeout: limitMs(20_000) });
    await shown(page.getByRole("link", { name: /plan/i }).first());
  });
});

describe("a running plan", () => {
  test("another plan is a change, not a second purchase", async () => {
    const page = await open();
    await subscribe(page, appUrl, "Plus");
    await openPlanTab(page, appUrl);
    await page.getByRole("link", { name: "Change plan" }).click();
    await page.getByRole("button", { name: "Change to Premium" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change to Premium" }).click();
    await shown(page.getByRole("heading", { name: "Payment Successful" }));
    await shown(page.getByRole("banner").getByText("Premium", { exact: true }));
  });

  test("free is not offered meanwhile, and its card says why", async () => {
    const page = await open();
    await subscribe(page, appUrl, "Plus");
    await openPlanTab(page, appUrl);
    await page.getByRole("link", { name: "Change plan" }).click();
    await shown(page.getByText("Cancel your plan first, in your profile. Once it has ended, you can choose Free."));
    expect(await page.getByRole("button", { name: "Get Started" }).count()).toBe(0);
  });

  test("cancelling keeps access and says until when; resuming undoes it, in every open tab", async () => {
    const { page, context } = await openPage();
    await subscribe(page, appUrl, "Pro");
    const other = await context.newPage();
    await other.goto(appUrl);
    await shown(other.getByRole("banner").getByText("Pro", { exact: true }));
    await openPlanTab(page, appUrl);
    await page
      .getByRole("tabpanel")
      .getByText(/Next billing cycle in \d+ days/)
      .waitFor();
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
    await shown(page.getByText(/You keep access for \d+ days, until [A-Z][a-z]{2} \d{2}, \d{4}\./));
    await shown(other.getByRole("banner").getByText("Pro Cancelled"));
    await page.getByRole("button", { name: "Resume plan" }).click();
    await shown(other.getByRole("banner").getByText("Pro", { exact: true }));
  });

  test("the customer portal opens in a new tab", async () => {
    const { page, context } = await openPage();
    await subscribe(page, appUrl, "Plus");
    await openPlanTab(page, appUrl);
    const opened = ahead(context.waitForEvent("page"));
    await page.getByRole("button", { name: "Customer Portal" }).click();
    const portal = await opened;
    await portal.getByRole("button", { name: "Cancel plan" }).click();
    await shown(page.getByRole("banner").getByText("Plus Cancelled"));
  });

  test("it renews as time goes on, and a single month ends and can be bought again", async () => {
    const monthly = await open();
    await subscribe(monthly, appUrl, "Plus");
    const single = await open();
    const learner = await subscribe(single, appUrl, "Pro", "once");
    await advanceClock(appUrl, "P33D");

    await monthly.reload();
    await shown(monthly.getByRole("banner").getByText("Plus", { exact: true }));
    await single.reload();
    await shown(single.getByRole("link", { name: "Plan Expired - Upgrade" }));
    await shown(single.getByText("Every dialogue in the language you choose comes with a paid plan."));
    await single.getByRole("link", { name: "Plan Expired - Upgrade" }).click();
    await choosePlan(single, "Plus");
    await pay(single);
    const again = await open();
    await logIn(again, appUrl, learner);
    await shown(again.getByRole("banner").getByText("Plus", { exact: true }));
  });
});

test("two tabs that choose different plans can pay for one of them only", async () => {
  const { page, context } = await openPage();
  await signUp(page, appUrl, newLearner());
  const other = await context.newPage();
  await other.goto(`${appUrl}/pricing`);
  await choosePlan(page, "Plus");
  await choosePlan(other, "Premium");
  await pay(other);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page
    .getByText(/expired|no longer|closed/i)
    .first()
    .waitFor();
});

describe("payments that do not come at once", () => {
  test("an upgrade that the bank wants confirmed waits for it, and shows here once that is done elsewhere", async () => {
    const page = await open();
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Plus");
    await page.getByRole("radio", { name: /have to be confirmed/ }).check();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByRole("button", { name: "Confirm the payment" }).click();
    await shown(page.getByText("Active", { exact: true }));
    await pickLanguage(page);
    await openPlanTab(page, appUrl);
    await page.getByRole("link", { name: "Change plan" }).click();
    await page.getByRole("button", { name: "Change to Pro" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change to Pro" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm the Payment" });
    const [bill] = await Promise.all([
      page.context().waitForEvent("page"),
      dialog.getByRole("link", { name: "Confirm payment" }).click(),
    ]);
    await bill.getByRole("button", { name: "Confirm the payment" }).click();
    await shown(bill.getByText(/This bill is paid/));
    await shown(page.getByRole("button", { name: "Change to Plus" }));
  });

  test("a bank debit is processing until it arrives, then the open page turns active by itself", async () => {
    const page = await open();
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Plus", "once");
    await page.getByRole("button", { name: "Pay later" }).click();
    await shown(page.getByRole("heading", { name: "Payment Under Way" }));
    await shown(page.getByText("Processing", { exact: true }));
    await shown(page.getByText(/Plus starts as soon as the money arrives/));
    const plans = await page.context().newPage();
    await plans.goto(`${appUrl}/pricing`);
    await plans.getByRole("radio", { name: /One month, once/ }).check();
    await shown(plans.getByText(/Your bank has been paying for this since/));
    expect(await plans.getByRole("button", { name: "Choose Plus" }).count()).toBe(0);
    await plans.close();
    await finishDebits(appUrl, true);
    await shown(page.getByText("Active", { exact: true }));
  });

  test("a renewal that fails keeps access, and says so, until the last try to collect has failed", async () => {
    const page = await open();
    await subscribe(page, appUrl, "Pro", "renewals fail");
    await advanceClock(appUrl, "P32D");
    await page.reload();
    await shown(page.getByRole("banner").getByText("Pro - Payment failed"));
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(7);
    await advanceClock(appUrl, "P15D");
    await page.reload();
    await shown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
  });

  test("lost events do not keep a plan from becoming active", async () => {
    const page = await open();
    await controlStripe(appUrl, "drop", { count: 3 });
    await signUp(page, appUrl, newLearner());
    await choosePlan(page, "Plus");
    await pay(page);
    await controlStripe(appUrl, "deliver-now");
    await shown(page.getByRole("banner").getByText("Plus", { exact: true }));
  });
});

test("a plan that ends while the page is open shows as ended without being loaded again", async () => {
  const page = await open();
  await subscribe(page, appUrl, "Plus", "once");
  await openPlanTab(page, appUrl);
  await advanceClock(appUrl, "P32D");
  await shown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
  await shown(page.getByRole("link", { name: "Choose a Plan" }));
});

test("a double click on a plan opens one page to pay on, and money moves once", async () => {
  const page = await open();
  await signUp(page, appUrl, newLearner());
  let calls = 0;
  page.on("request", (request) => {
    calls += Number(request.method() === "POST" && request.url().endsWith("/checkout-sessions"));
  });
  await page.getByRole("button", { name: "Choose Plus" }).dblclick();
  await shown(page.getByRole("button", { name: "Pay", exact: true }));
  expect(calls).toBe(1);
  await pay(page);
});

test("a payment service that cannot be reached is told, and nothing has changed", async () => {
  const page = await open();
  await signUp(page, appUrl, newLearner());
  await page.route("**/checkout-sessions", (route) =>
    route.fulfill({
      status: 503,
      headers: { "access-control-allow-origin": appUrl },
      json: {
        code: "payments_unavailable",
        message: "The payment service cannot be reached. Please try again in a moment.",
      },
    }),
  );
  await page.getByRole("button", { name: "Choose Plus" }).click();
  await shown(page.getByText("Plan Selection Failed").first());
  await page.unroute("**/checkout-sessions");
  await choosePlan(page, "Plus");
});
