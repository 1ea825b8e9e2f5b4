import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createLearner } from "../support/learner.ts";
import { email, password, requestPasswordCode, tryToLogIn, tryToSignUp } from "./support/account-steps.ts";
import {
  cognitoError,
  fieldValue,
  stubCognito,
  stubProviderCheck,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  );

const unreachable = "Parlance cannot be reached. Check your connection and try again.";

test("preserves the typed text if the log-in gets no response", async () => {
  const { page } = await openPage();
  await stubProviderCheck(page, appUrl, "unreachable");
  await stubCognito(page, "InitiateAuth", "unreachable");
  await tryToLogIn(page, appUrl);
  await waitForToast(page, "Login Failed", unreachable);
  expect([await fieldValue(page, "Email"), await fieldValue(page, "Password")]).toEqual([email, password]);

  await stubCognito(page, "InitiateAuth", null);
  await submitForm(page, "Log in", {});
  const perhapsGoogle = "Incorrect email or password. If you signed up with Google, continue with Google.";
  await waitForToast(page, "Login Failed", perhapsGoogle);
  const learner = await createLearner(appUrl);
  await submitForm(page, "Log in", { email: learner.email, password: learner.password });
  await waitForHeading(page, "Choose Your Plan");
});

test("preserves the typed email and password if the sign-up fails offline", async () => {
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  // The first interaction loads the scripts that the sign-up needs offline.
  await page.getByLabel("Email", { exact: true }).focus();
  await expect.poll(() => loadedScripts(page)).toEqual(expect.arrayContaining(["toasts", "session"]));
  await page.context().setOffline(true);
  await submitForm(page, "Create Account", { name: "Asha Rai", email, password });
  await waitForToast(page, "Signup Failed", unreachable);
  expect([await fieldValue(page, "Email"), await fieldValue(page, "Password")]).toEqual([email, password]);

  await page.context().setOffline(false);
  await stubProviderCheck(page, appUrl, "too many");
  const message = "PreSignUp failed with error PARLANCE_GOOGLE_ACCOUNT.";
  await stubCognito(page, "SignUp", cognitoError("UserLambdaValidationException", message));
  await tryToSignUp(page, appUrl);
  await waitForToast(page, "Google Account Exists");
});

test("reports why no reset code is sent", async () => {
  const { page } = await openPage();
  await stubProviderCheck(page, appUrl, "email");
  await stubCognito(page, "ForgotPassword", cognitoError("LimitExceededException"));
  await requestPasswordCode(page, appUrl);
  await waitForToast(page, "Error", "Too many attempts. Please wait a while and try again.");
  expect(await fieldValue(page, "Email")).toBe(email);
  await page.unrouteAll();
  await stubProviderCheck(page, appUrl, "google");
  await submitForm(page, "Send Verification Code", {});
  await waitForToast(page, "Wrong Login Method");
});
