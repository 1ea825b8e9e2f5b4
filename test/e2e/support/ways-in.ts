import type { Page } from "playwright-core";
import { send } from "./accounts.ts";

/** Of nobody. */
export const email = "asha@example.com";
export const password = "correct horse";

export async function tryToLogIn(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await send(page, "Log in", { email, password });
}

export async function tryToSignUp(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await send(page, "Create Account", { name: "Asha Rai", email, password });
}

export async function askForCode(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/forgot-password`);
  await send(page, "Send Verification Code", { email });
}
