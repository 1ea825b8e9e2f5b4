import { inject, test } from "vitest";
import { waitForHeading } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { createSubscriber, openPlanTab } from "../e2e/support/payments.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("captures a subscriber's pages after a failed renewal and after the end of the plan", async () => {
  const { page } = await openPage();
  await createSubscriber(page, appUrl, "Premium", "renewals fail");
  await advanceClock(appUrl, "P32D");
  await page.goto(`${appUrl}/pricing?from=home`);
  await waitUntilShown(page.getByRole("heading", { name: /^Your last payment/ }));
  const payNow = page.getByRole("button", { name: "Pay in the Customer Portal" });
  await captureScene(page, "plan-states-pricing-owed", { inView: [payNow] });
  await openPlanTab(page, appUrl);
  await captureScene(page, "plan-states-tab-owed", { inView: [page.getByRole("button", { name: "Customer Portal" })] });
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: /^Welcome/ }));
  await waitUntilShown(page.getByText(/^Page 1 of/));
  await captureScene(page, "plan-states-home-owed");
  await page.goto(`${appUrl}/pricing?from=home`);
  await page.getByRole("main").getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await waitUntilShown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
  await page.goto(appUrl);
  await waitForHeading(page, "Welcome, Asha Rai");
  await captureScene(page, "plan-states-home-over");
  await page.goto(`${appUrl}/topic/health-1`);
  await waitForHeading(page, "A paid plan is needed");
  await captureScene(page, "plan-states-dialogue-over", {
    inView: [page.getByRole("main").getByRole("link", { name: "See the plans" })],
  });
});
