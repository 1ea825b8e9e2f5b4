import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { signInReturnPath } from "../../domain/accounts/redirect.ts";
import { createEmail, fetchConfig } from "../support/learner.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function openGoogle(page: Page): Promise<void> {
  const { hostedUiUrl, userPoolClientId } = await fetchConfig(appUrl);
  const asked = new URLSearchParams({
    client_id: userPoolClientId,
    redirect_uri: `${appUrl}${signInReturnPath}`,
    response_type: "code",
    identity_provider: "Google",
    prompt: "select_account",
    state: "of this tab",
  });
  await page.goto(`${hostedUiUrl}/oauth2/authorize?${asked}`);
  await waitUntilShown(page.getByRole("heading", { name: "Sign in with Google" }));
}

async function cameBack(page: Page, leave: () => Promise<void>): Promise<Record<string, string>> {
  const isReturn = (url: string) => url.startsWith(`${appUrl}${signInReturnPath}?`);
  const [request] = await Promise.all([page.waitForRequest((each) => isReturn(each.url())), leave()]);
  await page.waitForURL((url) => url.origin === appUrl);
  return Object.fromEntries(new URL(request.url()).searchParams);
}

test("the local Google page accepts a log-in by keyboard", async () => {
  const { page } = await openPage();
  const email = createEmail();
  await openGoogle(page);
  await expectAccessibleInEveryAppearance(page);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Asha Rai");
  const first = await cameBack(page, () => page.keyboard.press("Enter"));
  expect(first).toEqual({ code: expect.any(String), state: "of this tab" });
  await openGoogle(page);
  await expectAccessibleInEveryAppearance(page);
  const account = page.getByRole("button", { name: email });
  const second = await cameBack(page, async () => {
    await account.focus();
    await page.keyboard.press("Enter");
  });
  expect(second["code"]).not.toBe(first["code"]);
});

test("the local Google page reports an invalid email, and returns to the app after “Cancel”", async () => {
  const { page } = await openPage();
  await openGoogle(page);
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Name", { exact: true }).fill("Asha");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => page.getByRole("alert").innerText()).toBe("This is not an email address.");
  await expectAccessibleInEveryAppearance(page);
  const told = await cameBack(page, () => page.getByRole("button", { name: "Cancel" }).click());
  expect(told).toEqual({ error: "access_denied", state: "of this tab" });
});
