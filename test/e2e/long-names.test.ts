import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const name = "Wolfeschlegelsteinhausenbergerdorff";

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("fits a name of 35 letters into Home, the menu and the profile at 360 px", async () => {
  const { page } = await openPage({ viewport: { width: 360, height: 740 } });
  await signUpFree(page, appUrl, { ...newLearner(), name });
  expect(await overflow(page)).toBe(0);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await waitUntilShown(page.getByRole("menu"));
  expect(await overflow(page)).toBe(0);
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await waitForHeading(page, "Profile Settings");
  for (const tab of ["Profile", "Account", "Security", "Plan"]) {
    await page.getByRole("tab", { name: tab }).click();
    await waitUntilShown(page.getByRole("tabpanel", { name: tab }));
    expect(await overflow(page), tab).toBe(0);
  }
});

test("explains to a learner without a plan why the profile redirects to the plans", async () => {
  const { page } = await openPage();
  await signUp(page, appUrl, newLearner());
  expect(await page.getByText(/Choose a plan to continue/).count()).toBe(0);
  await page.goto(`${appUrl}/profile`);
  await waitForHeading(page, "Choose Your Plan");
  await waitUntilShown(page.getByText(/^Choose a plan to continue\. Start for free/));
});
