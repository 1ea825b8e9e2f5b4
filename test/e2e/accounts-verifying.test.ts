import { ConfirmSignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import {
  confirmPasswordOwner,
  createEmail,
  createPoolClient,
  fetchCode,
  fetchMails,
  password,
  signIn,
  signUp,
} from "../support/learner.ts";
import {
  enterCode,
  latestEmailLink,
  stubProviderCheck,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function signUpAs(page: Page, email: string, typed: { name?: string; password?: string } = {}): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await submitForm(page, "Create Account", { name: "Asha Rai", email, password, ...typed });
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

describe("an email that a stranger used for an unconfirmed sign-up", () => {
  test("belongs to an account with the owner's password and name after the owner enters the code", async () => {
    const stranger = await signUp(appUrl, { name: "A Stranger" });
    const { email } = stranger;
    const first = await fetchCode(appUrl, email);
    const { page } = await openPage();
    await signUpAs(page, email.toUpperCase(), { password: "the owner's own" });
    await waitForToast(page, "Verification Email Sent");
    await waitForHeading(page, "Check Your Email");
    const second = await fetchCode(appUrl, email);
    expect(await fetchMails(appUrl, email)).toHaveLength(2);
    expect(second).not.toBe(first);
    expect(await focused(page)).toBe("code");
    await enterCode(page, second);
    await waitForToast(page, "Email Verified Successfully");
    await waitForHeading(page, "Choose Your Plan");
    await page.getByRole("button", { name: "Get Started" }).click();
    await waitForHeading(page, "Welcome, Asha Rai");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect(await signIn(appUrl, { email, password: "the owner's own" })).toHaveProperty("AccessToken");
  });

  test("belongs to the owner who enters the newest code", async () => {
    const email = createEmail();
    const { page } = await openPage();
    await signUpAs(page, email, { password: "the owner's own" });
    await waitForHeading(page, "Check Your Email");
    const stranger = (await openPage()).page;
    await stubProviderCheck(stranger, appUrl, "too many");
    await signUpAs(stranger, email, { name: "A Stranger", password: "a stranger's" });
    await waitForHeading(stranger, "Check Your Email");
    await enterCode(page, await fetchCode(appUrl, email));
    await waitForHeading(page, "Choose Your Plan");
    await expect(signIn(appUrl, { email, password: "a stranger's" })).rejects.toThrow();
  });

  test("must be verified with a code at a log-in or a password reset", async () => {
    const stranger = await signUp(appUrl);
    const { email } = stranger;
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await submitForm(page, "Log in", { email, password });
    await waitForToast(page, "Email Verification Required");
    await waitForHeading(page, "Check Your Email");
    expect(await fetchMails(appUrl, email), "this browser knows of no code").toHaveLength(2);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await submitForm(page, "Send Verification Code", { email });
    await waitForToast(page, "Email Verification Required");
    await waitForHeading(page, "Check Your Email");
    await page.reload();
    await page.getByLabel("Password", { exact: true }).fill("the owner's own");
    await enterCode(page, await fetchCode(appUrl, email));
    await waitForHeading(page, "Choose Your Plan");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("an email that was confirmed before its password was set", () => {
  async function confirmHalfway(email: string, code: string): Promise<void> {
    const { client, clientId } = await createPoolClient(appUrl);
    await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: code }));
    client.destroy();
  }

  test("leads to the password reset page, and cannot be used to log in", async () => {
    const { page } = await openPage();
    const email = createEmail();
    await signUpAs(page, email);
    await waitForHeading(page, "Check Your Email");
    const code = await fetchCode(appUrl, email);
    await confirmHalfway(email, code);
    await enterCode(page, code);
    await waitForToast(page, "Password Not Set", "Your email is verified. Request a code to set your password.");
    await waitForHeading(page, "Forgot password?");
    await page.goto(`${appUrl}/login`);
    await submitForm(page, "Log in", { email, password });
    await waitForToast(
      page,
      "Login Failed",
      "Your email is verified, but your password is not set yet. Request a code under “Forgot password?” to set it.",
    );
  });
});

describe("the email verification page", () => {
  test("submits a code at its sixth digit, but asks for the password after a reload", async () => {
    const email = createEmail();
    const { page } = await openPage();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/email-confirmations") && request.method() === "POST") sent.push(request.url());
    });
    await signUpAs(page, email);
    await waitForHeading(page, "Check Your Email");
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    const code = await fetchCode(appUrl, email);
    await enterCode(page, code.slice(0, 5));
    expect(sent).toEqual([]);
    for (const slip of [1, 2]) {
      await enterCode(page, `${code.slice(0, 5)}${(Number(code.slice(5)) + slip) % 10}`);
      await waitForToast(page, "Verification Failed", "Invalid verification code");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.getByLabel("Verification code").press("Backspace");
    }
    expect(sent).toHaveLength(2);
    await page.reload();
    await waitUntilShown(page.getByText(email));
    await enterCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
    await expect.poll(() => focused(page)).toBe("password");
    await submitForm(page, "Verify Code", { password });
    await waitForHeading(page, "Choose Your Plan");
    expect(sent).toHaveLength(3);
    expect(await signIn(appUrl, { email, password })).toHaveProperty("AccessToken");
  });

  test("asks for another password if the one typed at the log-in is too short", async () => {
    const { email } = await signUp(appUrl);
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await submitForm(page, "Log in", { email, password: "short" });
    await waitForHeading(page, "Check Your Email");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await enterCode(page, await fetchCode(appUrl, email));
    await waitForHeading(page, "Choose Your Plan");
    expect(await signIn(appUrl, { email, password })).toHaveProperty("AccessToken");
  });

  test("continues when another tab verifies the email", async () => {
    const { page, context } = await openPage();
    const email = createEmail();
    await signUpAs(page, email);
    await waitForHeading(page, "Check Your Email");
    const other = await context.newPage();
    await other.goto(await latestEmailLink(appUrl, email));
    await submitForm(other, "Verify Code", { password });
    await waitForHeading(other, "Choose Your Plan");
    await waitForHeading(page, "Choose Your Plan");
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test("continues without an error when another device verifies the email", async () => {
    const confirmElsewhere = async (email: string) => {
      const pool = await createPoolClient(appUrl);
      const { client, clientId } = pool;
      const ConfirmationCode = await fetchCode(appUrl, email);
      await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode }));
      await confirmPasswordOwner(pool, email);
      client.destroy();
    };
    const { page } = await openPage();
    const email = createEmail();
    await signUpAs(page, email);
    await waitForHeading(page, "Check Your Email");
    await confirmElsewhere(email);
    await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
    await waitForHeading(page, "Choose Your Plan");

    const later = (await openPage()).page;
    const another = createEmail();
    await signUpAs(later, another);
    await waitForHeading(later, "Check Your Email");
    const code = await fetchCode(appUrl, another);
    await confirmElsewhere(another);
    await enterCode(later, code);
    await waitForHeading(later, "Choose Your Plan");
    expect(await later.getByText("Verification Failed").count()).toBe(0);
  });
});
