import { expect, inject, test } from "vitest";
import { newLearner } from "../support/learner.ts";
import { answerCheck, answerCognito, failing, heading, send, told, typedIn } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { askForCode, email, password, tryToLogIn, tryToSignUp } from "./support/ways-in.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const unreachable = "Parlance cannot be reached. Check your connection and try again.";

test("keeps the typed text if the log-in gets no response, and lets a learner in if the account check gets none", async () => {
  const { page } = await openPage();
  await answerCheck(page, appUrl, "unreachable");
  await answerCognito(page, "InitiateAuth", "unreachable");
  await tryToLogIn(page, appUrl);
  await told(page, "Login Failed", unreachable);
  expect([await typedIn(page, "Email"), await typedIn(page, "Password")]).toEqual([email, password]);

  await answerCognito(page, "InitiateAuth", null);
  await send(page, "Log in", {});
  const perhapsGoogle = "Incorrect email or password. If you signed up with Google, continue with Google.";
  await told(page, "Login Failed", perhapsGoogle);
  const learner = await newLearner(appUrl);
  await send(page, "Log in", { email: learner.email, password: learner.password });
  await heading(page, "Choose Your Plan");
});

test("keeps the typed text if the sign-up fails, and names a second account as the reason", async () => {
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await send(page, "Create Account", { name: "Asha Rai", email, password });
  await told(page, "Signup Failed", unreachable);
  expect([await typedIn(page, "Email"), await typedIn(page, "Password")]).toEqual([email, password]);

  await page.context().setOffline(false);
  await answerCheck(page, appUrl, "too many");
  const message = "PreSignUp failed with error PARLANCE_GOOGLE_ACCOUNT.";
  await answerCognito(page, "SignUp", failing("UserLambdaValidationException", message));
  await tryToSignUp(page, appUrl);
  await told(page, "Google Account Exists");
});

test("names the reason if no code can be sent: too many requests, or a Google account", async () => {
  const { page } = await openPage();
  await answerCheck(page, appUrl, "email");
  await answerCognito(page, "ForgotPassword", failing("LimitExceededException"));
  await askForCode(page, appUrl);
  await told(page, "Error", "Too many attempts. Please wait a while and try again.");
  expect(await typedIn(page, "Email")).toBe(email);
  await page.unrouteAll();
  await answerCheck(page, appUrl, "google");
  await send(page, "Send Verification Code", {});
  await told(page, "Wrong Login Method");
});
