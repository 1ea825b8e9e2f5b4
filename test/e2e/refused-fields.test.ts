import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createLearner, fetchCode, password, signUp } from "../support/learner.ts";
import {
  anotherCode,
  enterCode,
  stubProviderCheck,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner as aLearner, signUpFree } from "./support/learner.ts";
import { openTab } from "./support/settings.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const saidAt = (page: Page, label: string) =>
  field(page, label).evaluate((input) => {
    const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = ids.flatMap((id) => document.getElementById(id)?.textContent ?? []);
    const isInvalid = input.getAttribute("aria-invalid") === "true";
    return { isInvalid, texts, isFocused: input === document.activeElement };
  });

async function isRefusedAt(page: Page, label: string, words: string): Promise<void> {
  const refused = { isInvalid: true, texts: expect.arrayContaining([words]), isFocused: true };
  await expect.poll(() => saidAt(page, label)).toEqual(refused);
}

async function isClearAt(page: Page, label: string, words: string): Promise<void> {
  await expect.poll(async () => (await saidAt(page, label)).isInvalid).toBe(false);
  expect((await saidAt(page, label)).texts).not.toContain(words);
}

test("shows an error at the field of a wrong log-in password until a field changes", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  const words = "Incorrect email or password.";
  await submitForm(page, "Log in", { email: learner.email, password: "wrong horse" });
  await waitForToast(page, "Login Failed", words);
  await isRefusedAt(page, "Password", words);
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.type("s");
  await isClearAt(page, "Password", words);
  await page.keyboard.press("Enter");
  await isRefusedAt(page, "Password", words);
  await field(page, "Email").pressSequentially("x");
  await isClearAt(page, "Password", words);
  await stubProviderCheck(page, appUrl, "too many");
  await submitForm(page, "Log in", { email: learner.email, password: "wrong horse" });
  await isRefusedAt(page, "Password", `${words} If you signed up with Google, continue with Google.`);
});

test("shows an error at the field of a wrong verification code until the code is edited or resent", async () => {
  const { email } = await signUp(appUrl);
  const code = await fetchCode(appUrl, email);
  const { page } = await openPage();
  await page.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=${anotherCode(code)}`);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Verify Code" }).click();
  const words = "Invalid verification code";
  await waitForToast(page, "Verification Failed", words);
  await isRefusedAt(page, "Verification code", words);
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Backspace");
  await isClearAt(page, "Verification code", words);
  await enterCode(page, anotherCode(code));
  await isRefusedAt(page, "Verification code", words);
  await page.getByRole("button", { name: "Resend Code" }).click();
  await waitForToast(page, "Verification Code Resent");
  await isClearAt(page, "Verification code", words);
});

test("shows an error at the field of a wrong reset code until the code changes", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/forgot-password`);
  await submitForm(page, "Send Verification Code", { email: learner.email });
  await waitForHeading(page, "Check Your Email");
  await page.getByRole("button", { name: "Enter code" }).click();
  const code = await fetchCode(appUrl, learner.email);
  await enterCode(page, anotherCode(code));
  await waitForHeading(page, "New password");
  await field(page, "New password").fill("a new password");
  await field(page, "Confirm password").fill("a new password");
  await page.getByRole("button", { name: "Update password" }).click();
  await waitForHeading(page, "Enter your code");
  const words = "Invalid verification code";
  await waitForToast(page, "Verification Failed", words);
  await isRefusedAt(page, "Verification code", words);
  await page.keyboard.type(code.slice(0, 1));
  await isClearAt(page, "Verification code", words);
  await page.keyboard.type(code.slice(1));
  await waitForHeading(page, "New password");
  await page.goBack();
  await waitForHeading(page, "Enter your code");
  await isClearAt(page, "Verification code", words);
});

test("shows an error at the field of a wrong current password until the field changes", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, aLearner());
  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Security");
  await field(page, "Current password").fill("wrong horse");
  await field(page, "New password").fill("battery staple");
  await field(page, "Confirm new password").fill("battery staple");
  await page.getByRole("button", { name: "Update password" }).click();
  const words = "Your current password is incorrect";
  await waitForToast(page, "Password update failed", words);
  await isRefusedAt(page, "Current password", words);
  await page.keyboard.type("s");
  await isClearAt(page, "Current password", words);
});
