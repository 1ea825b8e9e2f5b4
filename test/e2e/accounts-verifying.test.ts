import { ConfirmSignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { anEmail, codeFor, mailsTo, noteOwner, openPool, password, signIn, signUp } from "../support/learner.ts";
import { answerCheck, enterCode, heading, linkFor, send, told } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function signUpAs(page: Page, email: string, typed: { name?: string; password?: string } = {}): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await send(page, "Create Account", { name: "Asha Rai", email, password, ...typed });
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

describe("an address with which a stranger signed up and which was never confirmed", () => {
  test("belongs to its owner after a new sign-up, with the owner's password and name", async () => {
    const stranger = await signUp(appUrl, { name: "A Stranger" });
    const { email } = stranger;
    const first = await codeFor(appUrl, email);
    const { page } = await openPage();
    await signUpAs(page, email.toUpperCase(), { password: "the owner's own" });
    await told(page, "Verification Email Sent");
    await heading(page, "Check your email");
    const second = await codeFor(appUrl, email);
    expect(await mailsTo(appUrl, email)).toHaveLength(2);
    expect(second).not.toBe(first);
    expect(await focused(page)).toBe("code");
    await enterCode(page, second);
    await told(page, "Email Verified Successfully");
    await heading(page, "Choose Your Plan");
    await page.getByRole("button", { name: "Get Started" }).click();
    await heading(page, "Welcome, Asha Rai");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect(await signIn(appUrl, { email, password: "the owner's own" })).toHaveProperty("AccessToken");
  });

  test("belongs to its owner with the newest code if a stranger repeats the sign-up", async () => {
    const email = anEmail();
    const { page } = await openPage();
    await signUpAs(page, email, { password: "the owner's own" });
    await heading(page, "Check your email");
    const stranger = (await openPage()).page;
    await answerCheck(stranger, appUrl, "too many");
    await signUpAs(stranger, email, { name: "A Stranger", password: "a stranger's" });
    await heading(stranger, "Check your email");
    await enterCode(page, await codeFor(appUrl, email));
    await heading(page, "Choose Your Plan");
    await expect(signIn(appUrl, { email, password: "a stranger's" })).rejects.toThrow();
  });

  test("gets a valid code when its owner tries to log in or resets the password", async () => {
    const stranger = await signUp(appUrl);
    const { email } = stranger;
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await send(page, "Log in", { email, password });
    await told(page, "Email Verification Required");
    await heading(page, "Check your email");
    expect(await mailsTo(appUrl, email), "this browser knows of no code").toHaveLength(2);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await send(page, "Send Verification Code", { email });
    await told(page, "Email Verification Required");
    await heading(page, "Check your email");
    await page.reload();
    await page.getByLabel("Password", { exact: true }).fill("the owner's own");
    await enterCode(page, await codeFor(appUrl, email));
    await heading(page, "Choose Your Plan");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("an email that was confirmed without its owner's password", () => {
  /** Confirms the email as a call does that fails before it sets the password. */
  async function confirmHalfway(email: string, code: string): Promise<void> {
    const { client, clientId } = await openPool(appUrl);
    await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: code }));
    client.destroy();
  }

  const notSet =
    "Your email is verified, but your password is not set yet. Request a code under “Forgot password?” to set it.";

  test("leads from the code to a password reset, and refuses a log-in before it", async () => {
    const { page } = await openPage();
    const email = anEmail();
    await signUpAs(page, email);
    await heading(page, "Check your email");
    const code = await codeFor(appUrl, email);
    await confirmHalfway(email, code);
    await enterCode(page, code);
    await told(page, "Password Not Set", notSet);
    await heading(page, "Forgot password?");
    await page.goto(`${appUrl}/login`);
    await send(page, "Log in", { email, password });
    await told(page, "Login Failed", notSet);
  });
});

describe("verifying an email", () => {
  test("sends a code once at its sixth digit, accepts a correction, and continues after a reload", async () => {
    const email = anEmail();
    const { page } = await openPage();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/email-confirmations") && request.method() === "POST") sent.push(request.url());
    });
    await signUpAs(page, email);
    await heading(page, "Check your email");
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    const code = await codeFor(appUrl, email);
    await enterCode(page, code.slice(0, 5));
    expect(sent).toEqual([]);
    for (const slip of [1, 2]) {
      await enterCode(page, `${code.slice(0, 5)}${(Number(code.slice(5)) + slip) % 10}`);
      await told(page, "Verification Failed", "Invalid verification code");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.getByLabel("Verification code").press("Backspace");
    }
    expect(sent).toHaveLength(2);
    await page.reload();
    await shown(page.getByText(email));
    await enterCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
    await expect.poll(() => focused(page)).toBe("password");
    await send(page, "Verify Code", { password });
    await heading(page, "Choose Your Plan");
    expect(sent).toHaveLength(3);
    expect(await signIn(appUrl, { email, password })).toHaveProperty("AccessToken");
  });

  test("also moves on a waiting tab when the email is verified in another tab", async () => {
    const { page, context } = await openPage();
    const email = anEmail();
    await signUpAs(page, email);
    await heading(page, "Check your email");
    const other = await context.newPage();
    await other.goto(await linkFor(appUrl, email));
    await send(other, "Verify Code", { password });
    await heading(other, "Choose Your Plan");
    await heading(page, "Choose Your Plan");
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test("moves on a waiting page when the email was verified on another device, without a failure", async () => {
    const confirmElsewhere = async (email: string) => {
      const pool = await openPool(appUrl);
      const { client, clientId } = pool;
      const ConfirmationCode = await codeFor(appUrl, email);
      await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode }));
      await noteOwner(pool, email);
      client.destroy();
    };
    const { page } = await openPage();
    const email = anEmail();
    await signUpAs(page, email);
    await heading(page, "Check your email");
    await confirmElsewhere(email);
    await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
    await heading(page, "Choose Your Plan");

    const later = (await openPage()).page;
    const another = anEmail();
    await signUpAs(later, another);
    await heading(later, "Check your email");
    const code = await codeFor(appUrl, another);
    await confirmElsewhere(another);
    await enterCode(later, code);
    await heading(later, "Choose Your Plan");
    expect(await later.getByText("Verification Failed").count()).toBe(0);
  });
});
