import { inject, test } from "vitest";
import { heading, told } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "../e2e/support/learner.ts";
import { openTab } from "../e2e/support/settings.ts";
import { shown } from "../e2e/support/shown.ts";
import { holdToasts } from "./support/hold-toasts.ts";
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
  const send = page.getByRole("button", { name: "Send" });
  await page.getByLabel("Title").press("Enter");
  await told(page, "Error", "Please fill in both title and feedback fields.");
  await holdToasts(page);
  await shoot(page, "learner-support-told", { inView: [page.getByLabel("Title"), send] });
  await page.getByRole("button", { name: /Account menu/ }).click();
  const logOut = page.getByRole("menuitem", { name: "Log out" });
  await shown(logOut);
  await shoot(page, "learner-menu-told", { inView: [page.getByRole("menuitem", { name: "Profile" }), logOut] });
  await page.keyboard.press("Escape");
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
  await page.route("**/profile", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  await page.getByLabel("Full name").fill("Asha K. Rai");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await told(page, "Error updating profile");
  await holdToasts(page);
  const language = page.getByRole("combobox");
  await language.fill("ne");
  await shown(page.getByRole("option", { name: /Nepali/ }));
  await shoot(page, "learner-language-told", { inView: [language, page.getByRole("option", { name: /Nepali/ })] });
  await page.keyboard.press("Escape");
  await page.reload();
  for (const tab of ["Profile", "Account", "Plan", "Security"]) {
    await openTab(page, tab);
    await shoot(page, `learner-${tab.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "Delete Account" }).first().click();
  await shown(page.getByRole("dialog"));
  await shoot(page, "learner-delete");
});
