import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { choosePlan, openPlanTab, pickLanguage } from "./support/payments.ts";
import { refuse } from "./support/settings.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({
  notLoggedIn: ["Authentication Required", "Please log in to select a plan."],
  freeNotChosen: ["Plan Selection Failed", /^Plan Selection Failed.*Free plan selection failed: Out of order\./],
  notChosen: ["Plan Selection Failed", /Checkout failed: Out of order\./],
  paid: ["Payment Successful", "Thank you for your purchase. Your subscription is now being processed."],
  notCancelled: ["Error", "Failed to cancel subscription"],
  nothingToCancel: ["Error", "No active subscription found"],
  cancelled: ["Plan Cancelled", /You keep access for \d+ days, until [A-Z][a-z]{2} \d{2}, \d{4}\./],
  notResumed: ["Error", "Failed to resume subscription"],
  monthFollows: ["Plan Not Resumed", "Out of order."],
  resumed: ["Plan Resumed"],
  changed: ["Plan Changed", /^Plan Changed.*You changed from Pro to Plus\./],
  noPortal: ["Error", "Failed to open customer portal"],
  noDowngrade: ["Cannot Downgrade to Free", /cancel it first/],
});

/** Hides an arrived payment from the page. */
async function holdPayment(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const isAccount = (url: URL) => url.pathname === "/account" && url.origin !== new URL(appUrl).origin;
  await page.route("**/subscription/refresh", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.route(isAccount, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const { subscription, ...account } = await response.json();
    // The revision is older than that of the paid subscription.
    const before = subscription && { ...subscription, plan_type: "free", active: true, revision: 0 };
    await route.fulfill({ response, json: { ...account, subscription: before } });
  });
  return async () => {
    await page.unroute(isAccount);
    released.resolve();
  };
}

test("reports the result of choosing, cancelling, resuming and changing a plan", async () => {
  const { page } = await openPage();
  const press = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  const refused = async (path: string, status: number, code: string, act: () => Promise<void>) => {
    await refuse(page, path, status, code, "Out of order.");
    await act();
  };
  await signUp(page, appUrl, newLearner());
  await refused("/subscription/free", 401, "unauthorized", () => press("Get Started"));
  await toasts.sees(page, "notLoggedIn");
  await refused("/subscription/free", 500, "internal_error", () => press("Get Started"));
  await toasts.sees(page, "freeNotChosen");
  await refused("/subscription/free", 409, "paid_plan_active", () => press("Get Started"));
  await toasts.sees(page, "noDowngrade");
  await refused("/checkout-sessions", 503, "payments_unavailable", () => press("Choose Plus"));
  await toasts.sees(page, "notChosen");
  await page.unrouteAll();
  await choosePlan(page, "Pro");
  const arrives = await holdPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Checking Your Payment" }));
  expect(await page.getByText("Payment Successful").count(), "nothing is known of a payment").toBe(0);
  await arrives();
  await toasts.sees(page, "paid");
  await waitUntilShown(page.getByRole("heading", { name: "Payment Successful" }));
  await waitUntilShown(page.getByText("Active", { exact: true }));
  await pickLanguage(page);

  await openPlanTab(page, appUrl);
  const cancel = async () => {
    await press("Cancel plan");
    await confirm("Cancel plan");
  };
  await refused("/customer-portal", 503, "payments_unavailable", () => press("Customer Portal"));
  await toasts.sees(page, "noPortal");
  await refused("/subscription/cancel", 503, "payments_unavailable", cancel);
  await toasts.sees(page, "notCancelled");
  await refused("/subscription/cancel", 409, "no_active_plan", cancel);
  await toasts.sees(page, "nothingToCancel");
  await page.unrouteAll();
  await cancel();
  await toasts.sees(page, "cancelled");
  await refused("/subscription/resume", 503, "payments_unavailable", () => press("Resume plan"));
  await toasts.sees(page, "notResumed");
  await refused("/subscription/resume", 409, "month_follows", () => press("Resume plan"));
  await toasts.sees(page, "monthFollows");
  await page.unrouteAll();
  await press("Resume plan");
  await toasts.sees(page, "resumed");
  await page.getByRole("link", { name: "Change plan" }).click();
  await press("Change to Plus");
  await confirm("Change to Plus");
  await toasts.sees(page, "changed");
});
