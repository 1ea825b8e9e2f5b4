import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { newLearner } from "../support/learner.ts";
import {
  answerCheck,
  answerCognito,
  type CheckAnswer,
  failing,
  heading,
  send,
  told,
  typedIn,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { askForCode, email, password, tryToLogIn, tryToSignUp } from "./support/ways-in.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
let page: Page;

beforeEach(async () => {
  ({ page } = await openPage());
});

const checkAnswers = (answer: CheckAnswer) => answerCheck(page, appUrl, answer);
const open = (path: string) => page.goto(appUrl + path);

describe("a way in that fails for want of an answer", () => {
  const failures: [string, () => Promise<void>, string, string][] = [
    [
      "the API and the user pool are out of reach at login",
      async () => {
        await checkAnswers("unreachable");
        await answerCognito(page, "InitiateAuth", "unreachable");
        await tryToLogIn(page, appUrl);
      },
      "Login Failed",
      "Parlance cannot be reached. Check your connection and try again.",
    ],
    [
      "the user pool is out of reach at login",
      async () => {
        await checkAnswers("email");
        await answerCognito(page, "InitiateAuth", "unreachable");
        await tryToLogIn(page, appUrl);
      },
      "Login Failed",
      "Parlance cannot be reached. Check your connection and try again.",
    ],
    [
      "too many have asked: the user pool decides",
      async () => {
        await checkAnswers("too many");
        await tryToLogIn(page, appUrl);
      },
      "Login Failed",
      "Incorrect email or password. If you signed up with Google, continue with Google.",
    ],
    [
      "the whole network is gone at sign-up",
      async () => {
        await open("/signup");
        await page.waitForLoadState("networkidle");
        await page.context().setOffline(true);
        await send(page, "Create Account", { name: "Asha Rai", email, password });
      },
      "Signup Failed",
      "Parlance cannot be reached. Check your connection and try again.",
    ],
    [
      "a trigger fails at sign-up",
      async () => {
        await checkAnswers(null);
        await answerCognito(page, "SignUp", failing("UserLambdaValidationException", "PreSignUp failed with error x."));
        await tryToSignUp(page, appUrl);
      },
      "Signup Failed",
      "Something went wrong. Please try again.",
    ],
    [
      "too many codes were asked for",
      async () => {
        await checkAnswers("email");
        await answerCognito(page, "ForgotPassword", failing("LimitExceededException"));
        await askForCode(page, appUrl);
      },
      "Error",
      "Too many attempts. Please wait a while and try again.",
    ],
  ];

  test.each(failures)("%s", async (_, reach, title, words) => {
    await reach();
    await told(page, title, words);
    expect(await typedIn(page, "Email")).toBe(email);
    if (await page.getByLabel("Password", { exact: true }).count())
      expect(await typedIn(page, "Password")).toBe(password);
  });

  test.each(["unreachable", "failing"] as const)(
    "a question about the account that is %s keeps nobody out",
    async (how) => {
      const learner = await newLearner(appUrl);
      await checkAnswers(how);
      await open("/login");
      await send(page, "Log in", { email: learner.email, password: learner.password });
      await heading(page, "Choose Your Plan");
    },
  );

  test("the trigger that refuses a second account is told as what it is", async () => {
    await checkAnswers("too many");
    const message = "PreSignUp failed with error PARLANCE_GOOGLE_ACCOUNT.";
    await answerCognito(page, "SignUp", failing("UserLambdaValidationException", message));
    await tryToSignUp(page, appUrl);
    await told(page, "Google Account Exists");
  });
});
