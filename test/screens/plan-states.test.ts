import { inject, test } from "vitest";
import { heading } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { advanceClock, openPlanTab, subscribe } from "../e2e/support/payments.ts";
import { shown } from "../e2e/support/shown.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("shows a plan with an unpaid renewal, and after its end", async () => {
  const { page } = await openPage();
  await subscribe(page, appUrl, "Premium", "renewals fail");
  await advanceClock(appUrl, "P32D");
  await page.goto(`${appUrl}/pricing?from=home`);
  await shown(page.getByRole("heading", { name: /^Your last payment/ }));
  const payNow = page.getByRole("button", { name: "Pay in the Customer Portal" });
  await shoot(page, "plan-states-pricing-owed", { inView: [payNow] });
  await openPlanTab(page, appUrl);
  await shoot(page, "plan-states-tab-owed", { inView: [page.getByRole("button", { name: "Customer Portal" })] });
  await page.goto(appUrl);
  await shown(page.getByRole("heading", { name: /^Welcome/ }));
  await shown(page.getByText(/^Page 1 of/));
  await shoot(page, "plan-states-home-owed");
  await page.goto(`${appUrl}/pricing?from=home`);
  await page.getByRole("main").getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await shown(page.getByRole("link", { name: "Plan Expired - Upgrade" }));
  await page.goto(appUrl);
  await heading(page, "Welcome, Asha Rai");
  await shoot(page, "plan-states-home-over");
  await page.goto(`${appUrl}/topic/health-1`);
  await heading(page, "Your plan has ended");
  await shoot(page, "plan-states-dialogue-over", {
    inView: [page.getByRole("main").getByRole("link", { name: "See the plans" })],
  });
});
