import type { Page } from "playwright-core";
import { submitForm } from "./accounts.ts";

/** No account has this address. */
export const email = "asha@example.com";
export const password = "correct horse";

export async function tryToLogIn(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await submitForm(page, "Log in", { email, password });
}

export async function tryToSignUp(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await submitForm(page, "Create Account", { name: "Asha Rai", email, password });
}

export async function requestPasswordCode(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/forgot-password`);
  await submitForm(page, "Send Verification Code", { email });
}
