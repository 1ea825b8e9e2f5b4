import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { createLearner, fetchCode, signIn, signUp } from "../support/learner.ts";
import {
  anotherCode,
  cognitoError,
  enterCode,
  fieldValue,
  latestEmailLink,
  pathWithQuery,
  stubCognito,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function choosePassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(again);
  await page.getByRole("button", { name: "Update password" }).click();
}

const flags = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((store) => store.getItem("force_password_reset") !== null));

test("resets a forgotten password despite mistakes and reloads", async () => {
  const learner = await createLearner(appUrl);
  const { page, problems } = await openPage();
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(`  ${learner.email.toUpperCase()} `);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await waitForHeading(page, "Forgot password?");
  expect(await fieldValue(page, "Email")).toBe(`  ${learner.email.toUpperCase()} `);
  expect(await page.getByRole("banner").getByRole("link").allTextContents()).toEqual(["Skip to content", "Parlance"]);

  await page.getByLabel("Email").fill("");
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await waitUntilShown(page.getByText("Please enter your email address"));
  expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");

  await submitForm(page, "Send Verification Code", { email: ` ${learner.email.toUpperCase()}` });
  await waitForToast(page, "Verification Code Sent");
  await waitForHeading(page, "Check Your Email");
  expect(await flags(page)).toEqual([true, true]);
  await page.getByRole("button", { name: "Request New Code" }).click();
  await expect
    .poll(() => page.getByRole("button", { name: "Request New Code" }).getAttribute("aria-busy"))
    .toBe("false");
  await page.reload();
  await waitForHeading(page, "Check Your Email");
  await page.getByRole("link", { name: "Use another email" }).click();
  await waitForHeading(page, "Forgot password?");
  expect(await fieldValue(page, "Email")).toBe("");
  await submitForm(page, "Send Verification Code", { email: learner.email });
  await waitForHeading(page, "Check Your Email");
  await waitUntilShown(page.getByText(learner.email));
  await page.getByRole("button", { name: "Enter code" }).click();
  await waitForHeading(page, "Enter your code");
  await page.reload();
  await waitUntilShown(page.getByText(learner.email));
  expect(await page.getByRole("banner").getByRole("link", { name: "Log in" }).count()).toBe(0);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await waitUntilShown(page.getByText("Please enter the 6 digits of the code"));
  const code = await fetchCode(appUrl, learner.email);
  await enterCode(page, anotherCode(code));

  await waitForHeading(page, "New password");
  expect(await fieldValue(page, "Email")).toBe(learner.email);
  await choosePassword(page, "short");
  await waitUntilShown(page.getByText("Password must be at least 6 characters", { exact: true }));
  await choosePassword(page, "a new password", "another password");
  await waitUntilShown(page.getByText("Passwords don't match"));
  await page.reload();
  await waitForHeading(page, "New password");
  await choosePassword(page, "a new password");
  await waitForToast(page, "Verification Failed", "Invalid verification code");
  await waitForHeading(page, "Enter your code");
  expect(await fieldValue(page, "Verification code")).toBe("");

  await enterCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
  await waitForHeading(page, "New password");
  await page.goBack();
  await waitForHeading(page, "Enter your code");
  expect(await fieldValue(page, "Verification code")).toBe(code);
  await page.goForward();
  await stubCognito(page, "ConfirmForgotPassword", cognitoError("LimitExceededException"));
  await choosePassword(page, "a new password");
  await waitForToast(page, "Password update failed", "Too many attempts. Please wait a while and try again.");
  await stubCognito(page, "ConfirmForgotPassword", null);
  await choosePassword(page, "a new password");
  await waitForToast(page, "Password Updated");
  expect(pathWithQuery(page)).toBe("/new-password");
  await waitForHeading(page, "Choose Your Plan");
  expect(await flags(page)).toEqual([false, false]);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(code);

  await expect(signIn(appUrl, learner)).rejects.toThrow();
  await page.goBack();
  await waitForHeading(page, "Choose Your Plan");
  expect(await page.getByLabel("Verification code").count()).toBe(0);
  await page.goto(`${appUrl}/new-password`);
  await waitForToast(page, "Session Error", "request a new code");
  await waitForHeading(page, "Forgot password?");
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

describe("links in emails", () => {
  test("fill in the code, which does not remain in the address bar", async () => {
    const stranger = await signUp(appUrl, { name: "आशा राई 🦉 <b>" });
    const { email } = stranger;
    const password = "the owner's own";
    const { page } = await openPage();
    await page.goto(await latestEmailLink(appUrl, email));
    await waitUntilShown(page.getByText(email));
    await waitUntilShown(page.getByText("Enter your password too."));
    await expect.poll(() => pathWithQuery(page)).toBe("/otp-verification");
    expect(await fieldValue(page, "Verification code")).toBe(await fetchCode(appUrl, email));
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await page.getByRole("button", { name: "Verify Code" }).click();
    await waitUntilShown(page.getByText("Please enter a password"));
    await submitForm(page, "Verify Code", { password });
    await waitForToast(page, "Email Verified Successfully");
    await waitForHeading(page, "Choose Your Plan");
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(password);
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await page.getByRole("button", { name: "Get Started" }).click();
    await waitForHeading(page, "Welcome, आशा राई 🦉 <b>");

    const again = (await openPage()).page;
    await again.goto(`${appUrl}/otp-verification#email=a%40b.co&code=1`);
    await waitForHeading(again, "Hear it. Say it. Hear yourself.");
    await again.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=123456`);
    await submitForm(again, "Verify Code", { password: "another password" });
    await waitForToast(again, "Verification Failed", "This email is already verified. Please log in.");
    await waitForHeading(again, "Log in");
    await waitUntilShown(again.getByText("Your email is verified. Log in to continue."));
    expect(await fieldValue(again, "Email")).toBe(email);
    await submitForm(again, "Log in", { password });
    await waitForHeading(again, "Welcome, आशा राई 🦉 <b>");
  });

  test("reset a password only once", async () => {
    const learner = await createLearner(appUrl);
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await submitForm(page, "Log in", { email: learner.email, password: learner.password });
    await page.getByRole("button", { name: "Get Started" }).click();
    await waitForHeading(page, `Welcome, ${learner.name}`);
    await page.goto(`${appUrl}/forgot-password`);
    await submitForm(page, "Send Verification Code", { email: learner.email });
    await waitForHeading(page, "Check Your Email");
    const link = await latestEmailLink(appUrl, learner.email);
    expect(await flags(page)).toEqual([true, true]);
    await page.goto(`${appUrl}/topic/example-1`);
    await waitForHeading(page, "Log in");
    // The heading is prerendered, so it is visible before the app starts.
    await expect.poll(() => flags(page)).toEqual([false, false]);

    await page.goto(link);
    await waitForHeading(page, "New password");
    await expect.poll(() => pathWithQuery(page)).toBe("/new-password");
    expect(await fieldValue(page, "Email")).toBe(learner.email);
    await choosePassword(page, "a new password");
    await waitForHeading(page, `Welcome, ${learner.name}`);

    await page.goto(link);
    await choosePassword(page, "yet another one");
    await waitForToast(page, "Session Error", "request a new code");
    await waitForHeading(page, "Forgot password?");
  });
});
