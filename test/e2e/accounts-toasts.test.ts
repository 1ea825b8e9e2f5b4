import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { anEmail, chooseFree, codeFor, newLearner, signUp } from "../support/learner.ts";
import { answerCheck, answerCognito, type CheckAnswer, failing, placeOf, send, told } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";
import { askForCode, email, password, tryToLogIn, tryToSignUp } from "./support/ways-in.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
let page: Page;

beforeEach(async () => {
  ({ page } = await openPage());
});

const checkAnswers = (answer: CheckAnswer) => answerCheck(page, appUrl, answer);
const open = (path: string) => page.goto(appUrl + path);
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const openLink = (path: string) => open(`${path}#email=${encodeURIComponent(email)}&code=123456`);
const setPassword = async () => {
  await openLink("/new-password");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await press("Update password");
};
const backFromGoogle = async (path: string) => {
  await open(path);
  await press("Continue with Google");
  await press("Cancel");
};

/** Each message of signing in and up as the specification names it, and a way to it. */
const ways: Record<string, () => Promise<void>> = {
  "Google Account Detected": async () => {
    await checkAnswers("google");
    await tryToLogIn(page, appUrl);
  },
  "Email Account Exists": async () => {
    await checkAnswers("email");
    await open("/signup");
    await page.getByLabel("Email").fill(email);
    await press("Continue with Google");
  },
  "Email Verification Required": async () => {
    await checkAnswers("email");
    const unconfirmed = await signUp(appUrl);
    await open("/login");
    await send(page, "Log in", { email: unconfirmed.email, password: unconfirmed.password });
  },
  "Wrong Login Method": async () => {
    await checkAnswers("google");
    await askForCode(page, appUrl);
  },
  "Login Failed": async () => {
    await checkAnswers(null);
    await tryToLogIn(page, appUrl);
  },
  "Login Successful": async () => {
    const learner = await newLearner(appUrl);
    await chooseFree(appUrl, learner.tokens.AccessToken);
    await open("/login");
    await send(page, "Log in", { email: learner.email, password: learner.password });
  },
  "Google Login Failed": () => backFromGoogle("/login"),
  "Google Signup Failed": () => backFromGoogle("/signup"),
  "Signup Failed": async () => {
    await checkAnswers(null);
    await answerCognito(page, "SignUp", failing("CodeDeliveryFailureException"));
    await tryToSignUp(page, appUrl);
  },
  "Account Already Exists": async () => {
    await checkAnswers("email");
    await tryToSignUp(page, appUrl);
  },
  "Google Account Exists": async () => {
    await checkAnswers("google");
    await tryToSignUp(page, appUrl);
  },
  "Verification Email Sent": async () => {
    await open("/signup");
    await send(page, "Create Account", { name: "Asha Rai", email: anEmail(), password });
  },
  "Verification Failed": async () => {
    await openLink("/otp-verification");
    await send(page, "Verify Code", { password });
  },
  "Email Verified Successfully": async () => {
    const unconfirmed = await signUp(appUrl);
    const code = await codeFor(appUrl, unconfirmed.email);
    await open(`/otp-verification#email=${encodeURIComponent(unconfirmed.email)}&code=${code}`);
    await send(page, "Verify Code", { password });
  },
  "Verification Code Resent": async () => {
    await openLink("/otp-verification");
    await answerCognito(page, "ResendConfirmationCode", { status: 200, body: {} });
    await press("Resend Code");
  },
  "Resend Failed": async () => {
    await openLink("/otp-verification");
    await answerCognito(page, "ResendConfirmationCode", failing("LimitExceededException"));
    await press("Resend Code");
  },
  "Verification Code Sent": async () => {
    await checkAnswers("email");
    await askForCode(page, appUrl);
  },
  "Email Missing": async () => {
    await openLink("/otp-verification");
    await shown(page.getByText(email));
    await expect.poll(() => placeOf(page)).toBe("/otp-verification");
    await page.evaluate(() => sessionStorage.clear());
    await press("Resend Code");
  },
  "Session Error": () => open("/new-password").then(() => undefined),
  "Password Updated": async () => {
    await answerCognito(page, "ConfirmForgotPassword", { status: 200, body: {} });
    await setPassword();
  },
  "Password update failed": async () => {
    await answerCognito(page, "ConfirmForgotPassword", failing("LimitExceededException"));
    await setPassword();
  },
};

describe("each message can be reached", () => {
  test.each(Object.entries(ways))("%s", async (title, reach) => {
    await reach();
    await told(page, title);
  });
});
