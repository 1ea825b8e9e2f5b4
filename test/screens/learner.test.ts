import { inject, test } from "vitest";
import { heading } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "../e2e/support/learner.ts";
import { openTab } from "../e2e/support/settings.ts";
import { shown } from "../e2e/support/shown.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("a learner without a plan that is paid", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await shoot(page, "learner-choosing");
  await page.getByRole("button", { name: "Get Started" }).click();
  await heading(page, `Welcome, ${learner.name}`);
  await shoot(page, "learner-home-free");
  await page.getByRole("button", { name: /Account menu/ }).click();
  await shown(page.getByRole("menuitem", { name: "Log out" }));
  await shoot(page, "learner-menu");
  await page.getByRole("menuitem", { name: "Support" }).click();
  await shown(page.getByLabel("Title"));
  await shoot(page, "learner-support");
  await page.goto(`${appUrl}/topic/example-99`);
  await shown(page.getByRole("main").getByRole("heading").first());
  await shoot(page, "learner-no-dialogue");
  await page.goto(`${appUrl}/topic/health-1`);
  await shown(page.getByRole("main").getByRole("heading").first());
  await shoot(page, "learner-not-in-plan");
});

test("a learner's settings", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile`);
  for (const tab of ["Profile", "Security", "Plan", "Account"]) {
    await openTab(page, tab);
    await shoot(page, `learner-${tab.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "Delete Account" }).first().click();
  await shown(page.getByRole("dialog"));
  await shoot(page, "learner-delete");
});
