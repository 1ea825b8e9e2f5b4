import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { Account } from "../../domain/accounts/account.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createSubscriber, openPlanTab } from "./support/payments.ts";
import { signInElsewhere } from "./support/sign-in-elsewhere.ts";
import { startWaiting } from "./support/start-waiting.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const date = String.raw`[A-Z][a-z]{2} \d{2}, \d{4}`;
const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const tab = (page: Page) => page.getByRole("tabpanel");

async function openPricing(page: Page): Promise<void> {
  await page.goto(`${appUrl}/pricing?from=home`);
  await waitUntilShown(page.getByRole("heading", { name: "Plus", exact: true }));
  await page.getByText("Loading your plan").waitFor({ state: "detached" });
}

describe("the app after a choice of plan", () => {
  test("shows the credit and the next payment after a downgrade", async () => {
    const { page } = await openPage();
    await createSubscriber(page, appUrl, "Premium");
    await openPricing(page);
    await press(page, "Change to Plus");
    await waitUntilShown(page.getByRole("dialog").getByText(/The difference .* reduces your next payments/));
    await expectAccessibleInEveryAppearance(page);
    await confirm(page, "Change to Plus");
    await waitUntilShown(page.getByRole("heading", { name: "Plan Changed" }));
    await waitUntilShown(page.getByRole("main").getByText("You changed from Premium to Plus."));
    await waitUntilShown(
      page.getByText(
        new RegExp(String.raw`Your next payment is on ${date}: \$0 \(\$9\.99 less your credit of \$(19\.\d\d|20)\)\.`),
      ),
    );
    expect(await page.getByText("Payment Successful").count()).toBe(0);
    await page.getByRole("button", { name: "Stay here" }).click();
    await expectAccessibleInEveryAppearance(page);
    await page.reload();
    await waitUntilShown(page.getByRole("heading", { name: "Plan Changed" }));
    await openPlanTab(page, appUrl);
    await waitUntilShown(tab(page).getByText(/^\$0 \(\$9\.99 less your credit of/));
    await waitUntilShown(tab(page).getByText(/of credit\. Your credit reduces the payments of monthly plans\./));
    await expectAccessibleInEveryAppearance(page);
  });

  test("shows the first payment of a plan that starts after a paid month", async () => {
    const { page } = await openPage();
    await createSubscriber(page, appUrl, "Plus", "once");
    await openPricing(page);
    await waitUntilShown(
      page.getByText(new RegExp(`A monthly plan is first billed on ${date}, when your paid time ends`)),
    );
    await page.getByRole("radio", { name: /Single month/ }).check();
    await expectAccessibleInEveryAppearance(page);
    await page.getByRole("radio").first().check();
    await press(page, "Choose Pro");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await waitUntilShown(page.getByRole("heading", { name: "Plan Chosen" }));
    const facts = page.getByRole("main").getByRole("definition");
    expect(await facts.nth(1).textContent(), "the plan that runs").toBe("Plus");
    expect(await facts.nth(2).textContent()).toMatch(
      new RegExp(String.raw`^Pro from ${date}, first payment \$19\.99$`),
    );
    await openPlanTab(page, appUrl);
    await waitUntilShown(tab(page).getByText(new RegExp(String.raw`^Pro from ${date}, first payment \$19\.99$`)));
    await openPricing(page);
    const card = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
    await waitUntilShown(card("Plus").getByText("Current plan", { exact: true }));
    await waitUntilShown(card("Pro").getByText("Next plan", { exact: true }));
    await waitUntilShown(card("Pro").getByText(new RegExp(`^This plan starts on ${date}`)));
    expect(await page.getByText("Current plan", { exact: true }).count()).toBe(1);
    expect(await page.getByText("This is your plan.").count()).toBe(0);
    await expectAccessibleInEveryAppearance(page);
    await press(page, "Change to Premium");
    await waitUntilShown(
      page.getByRole("dialog").getByText(new RegExp(String.raw`^The first payment is on ${date}\.`)),
    );
    await confirm(page, "Change to Premium");
    await waitUntilShown(page.getByRole("heading", { name: "Plan Changed" }));
    await openPlanTab(page, appUrl);
    await press(page, "Cancel plan");
    await waitUntilShown(page.getByRole("dialog").getByText("The plan will not start."));
    await confirm(page, "Cancel plan");
    await waitUntilShown(page.getByRole("banner").getByText("Plus Cancelled", { exact: true }));
    await waitUntilShown(tab(page).getByText("$9.99 for one month", { exact: true }));
    expect(
      await tab(page)
        .getByText(/29\.99/)
        .count(),
    ).toBe(0);
    await expectAccessibleInEveryAppearance(page);
    await press(page, "Resume Premium");
    await waitUntilShown(page.getByRole("banner").getByText("Plus", { exact: true }));
    await waitUntilShown(tab(page).getByText(new RegExp(String.raw`^Premium from ${date}, first payment \$29\.99$`)));
  });
});

test("refunds an added month if the learner resumes the cancelled plan in the Customer Portal", async () => {
  const { page, context } = await openPage();
  await createSubscriber(page, appUrl, "Pro");
  await openPlanTab(page, appUrl);
  await press(page, "Cancel plan");
  await confirm(page, "Cancel plan");
  await waitUntilShown(page.getByRole("button", { name: "Resume plan" }));
  await openPricing(page);
  await page.getByRole("radio", { name: /Single month/ }).check();
  await press(page, "Add a month of Plus");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Payment Successful" }));
  await waitUntilShown(page.getByRole("main").getByText(new RegExp(`^Plus from ${date} to ${date}$`)));

  await openPricing(page);
  await waitUntilShown(page.getByText(new RegExp(`You can choose a monthly plan from ${date}, when`)));
  expect(await page.getByRole("button", { name: /^Choose (Plus|Pro|Premium)|^Resume|^Change to/ }).count()).toBe(0);
  await openPlanTab(page, appUrl);
  await waitUntilShown(tab(page).getByText(new RegExp(`^Plus from ${date} to ${date}$`)));
  await waitUntilShown(tab(page).getByText(new RegExp(String.raw`Your Pro plan is cancelled and ends on ${date}\.`)));
  expect(
    await tab(page)
      .getByRole("button", { name: /Resume plan|Cancel plan/ })
      .count(),
  ).toBe(0);
  const opened = startWaiting(context.waitForEvent("page"));
  await press(page, "Customer Portal");
  const portal = await opened;
  await portal.getByRole("button", { name: "Don't cancel" }).click();
  await waitUntilShown(
    tab(page).getByText(/Your month of Plus was refunded on .*You get \$9\.99 back the way you paid/),
  );
  await waitUntilShown(tab(page).getByRole("button", { name: "Cancel plan" }));
});

test("shows the date of the next payment in the learner's time zone", async () => {
  const { page } = await openPage({ timezoneId: "Pacific/Kiritimati" });
  const learner = await createSubscriber(page, appUrl, "Plus");
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const response = await fetch(`${apiUrl}/account`, { headers });
  const { subscription } = Account.parse(await response.json());
  await openPlanTab(page, appUrl);
  const end = new Date(subscription?.end_date ?? "");
  // This time zone is UTC+14 throughout the year.
  const there = new Date(end.getTime() + 14 * 3_600_000);
  const [, day, month, year] = there.toUTCString().split(" ");
  const time = there.getUTCDate() === end.getUTCDate() ? "" : ` at ${there.toISOString().slice(11, 16)}`;
  const row = tab(page).locator(".fact", { hasText: "Next payment" });
  await expect.poll(() => row.getByRole("definition").innerText()).toBe(`${month} ${day}, ${year}${time}`);
});
