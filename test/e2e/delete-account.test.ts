import { expect, inject, test } from "vitest";
import { retryDelaysMs } from "../../web/src/features/profile/use-delete-account.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { listStoredKeys } from "./support/browser.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, signUp } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { countCalls, nameField, openTab, refuse, saveButton } from "./support/settings.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({
  deletionNeedsLogin: ["Failed to delete account", "You must be logged in to delete your account"],
  notDeleted: ["Failed to delete account", /Payments are out of order\..*Finish the deletion when you can/],
  deleted: ["Account deleted!"],
});

test("deletes an account despite earlier failures", async () => {
  const { page } = await openPage();
  const learner = await createSubscriber(page, appUrl, "Plus");
  await page.goto(`${appUrl}/support`);
  await page.getByLabel("Title").fill("Never sent");
  await page.goto(`${appUrl}/profile?tab=security`);
  const bar = page.getByRole("region", { name: "Deletion of your account" });
  await openTab(page, "Profile");
  await refuse(page, "/profile", 409, "account_closing", "This account is being deleted. Delete it again to finish.");
  await nameField(page).fill("Asha");
  await saveButton(page).click();
  await waitUntilShown(bar.getByText("The deletion of your account is not finished."));
  await bar.getByRole("button", { name: "Not now" }).click();
  await bar.waitFor({ state: "hidden" });
  await page.unrouteAll();

  await openTab(page, "Security");
  const open = page.getByRole("main").getByRole("button", { name: "Delete account" });
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await open.click();
  await waitUntilShown(dialog.getByText(/Your Plus plan ends at once\. .*not refunded/));
  const confirm = dialog.getByRole("button", { name: "Delete account" });
  const word = dialog.getByLabel("Type DELETE to confirm");
  await word.fill("delete");
  expect(await confirm.isDisabled()).toBe(true);
  await word.press("Enter");
  await waitUntilShown(dialog.getByText("Please type DELETE in capital letters"));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);

  await refuse(page, "/account", 401, "unauthorized", "Please log in again.");
  await open.click();
  await word.fill("DELETE");
  await word.press("Enter");
  await toasts.sees(page, "deletionNeedsLogin");
  await page.unrouteAll();

  await refuse(page, "/account", 503, "payments_unavailable", "Payments are out of order.");
  const deletions = countCalls(page, "DELETE", "/account");
  await page.clock.install();
  await open.click();
  await word.fill("DELETE");
  await confirm.click();
  await waitUntilShown(bar.getByText("Your account is being deleted. Please keep this page open."));
  for (const [calls, waitMs] of [0, ...retryDelaysMs].entries()) {
    await page.clock.fastForward(waitMs);
    await expect
      .poll(deletions, { message: "the deletion is requested again until the last retry fails" })
      .toBe(calls + 1);
  }
  await toasts.sees(page, "notDeleted");
  await expectAccessibleInEveryAppearance(page);
  await page.unrouteAll();
  await page.reload();
  await waitUntilShown(bar.getByText("The deletion of your account is not finished."));
  await bar.getByRole("button", { name: "Finish Deleting" }).click();
  await toasts.sees(page, "deleted");
  await waitUntilShown(page.getByRole("heading", { name: "Log in" }));
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(await page.evaluate(() => history.state?.usr ?? null), "no page to return to after the log-in").toBeNull();
  expect(await bar.count()).toBe(0);
  expect(await listStoredKeys(page)).toEqual([]);

  await logIn(page, appUrl, learner);
  await waitUntilShown(page.getByText("Login Failed", { exact: true }));
  await signUp(page, appUrl, learner);
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${learner.name}` }));
  await page.goto(`${appUrl}/profile`);
  expect(await page.getByRole("combobox", { name: "Language preference" }).inputValue()).toBe("");
});
