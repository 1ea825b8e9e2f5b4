import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import * as z from "zod/mini";

const Mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));

export type NewLearner = { name: string; email: string; password: string };

/** A learner nobody else uses. */
export function newLearner(): NewLearner {
  return { name: "Asha Rai", email: `asha-${randomUUID()}@example.com`, password: "correct horse" };
}

/** The code in the newest e-mail to an address. */
export async function codeFor(appUrl: string, email: string): Promise<string> {
  const response = await fetch(`${appUrl}/local/inbox.json?to=${encodeURIComponent(email)}`);
  const [newest] = Mails.parse(await response.json());
  const code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
  if (!code) throw new Error(`No code was sent to ${email}`);
  return code;
}

/** Signs up as far as the plans. */
export async function signUp(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await page.getByLabel("Full name").fill(learner.name);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.getByLabel("Verification code").fill(await codeFor(appUrl, learner.email));
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByRole("heading", { name: "Choose Your Plan" }).waitFor();
}

/** Signs up and chooses the free plan. */
export async function signUpFree(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  await signUp(page, appUrl, learner);
  await page.getByRole("button", { name: "Get Started" }).click();
  await page.getByRole("heading", { name: `Welcome, ${learner.name}` }).waitFor();
}

/** Logs in with a password. */
export async function logIn(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  await page.getByRole("button", { name: "Login" }).click();
}
