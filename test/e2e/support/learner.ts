import type { Page } from "playwright-core";
import {
  chooseFreePlanFor,
  createEmail,
  createLearner as newAccount,
  password,
  type Tokens,
} from "../../support/learner.ts";
import { signInByTokens } from "./stored-tokens.ts";
import { waitUntilShown } from "./wait-until-shown.ts";

export type NewLearner = { name: string; email: string; password: string };

export function newLearner(): NewLearner {
  return { name: "Asha Rai", email: createEmail(), password };
}

async function register(page: Page, appUrl: string, { name, email }: NewLearner): Promise<Tokens> {
  const { tokens } = await newAccount(appUrl, { name, email });
  await signInByTokens(page, appUrl, tokens);
  return tokens;
}

export async function signUp(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  await register(page, appUrl, learner);
  await page.goto(`${appUrl}/pricing`);
  await waitUntilShown(page.getByRole("heading", { name: "Choose Your Plan" }));
}

export async function signUpFree(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  const { AccessToken } = await register(page, appUrl, learner);
  await chooseFreePlanFor(appUrl, AccessToken);
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${learner.name}` }));
}

export async function logIn(page: Page, appUrl: string, learner: NewLearner): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  await page.getByRole("button", { name: "Log in" }).click();
}
