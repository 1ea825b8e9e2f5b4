import { ConfirmSignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { anEmail, codeFor, mailsTo, newLearner, openPool, password, signIn, signUp } from "../support/learner.ts";
import {
  answerCheck,
  enterCode,
  heading,
  linkFor,
  otherCode,
  placeOf,
  send,
  told,
  typedIn,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function signUpAs(page: Page, email: string, typed: { name?: string; password?: string } = {}): Promise<void> {
  await page.goto(`${appUrl}/signup`);
  await send(page, "Create Account", { name: "Asha Rai", email, password, ...typed });
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

describe("an address that somebody else has signed up with and never confirmed", () => {
  test.each(["that it is unconfirmed", "nothing, for too many have asked"])(
    "is its owner's who signs up again, told %s: a new code comes, and the owner's password and name hold",
    async (answer) => {
      const stranger = await signUp(appUrl, { name: "A Stranger" });
      const { email } = stranger;
      const first = await codeFor(appUrl, email);
      const { page } = await openPage();
      if (answer.startsWith("nothing")) await answerCheck(page, appUrl, "too many");
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
    },
  );

  test("is its owner's whose own sign-up a stranger has repeated meanwhile, with the code that came last", async () => {
    const email = anEmail();
    const { page } = await openPage();
    await signUpAs(page, email, { password: "the owner's own" });
    await heading(page, "Check your email");
    const stranger = (await openPage()).page;
    await signUpAs(stranger, email, { name: "A Stranger", password: "a stranger's" });
    await heading(stranger, "Check your email");
    await enterCode(page, await codeFor(appUrl, email));
    await heading(page, "Choose Your Plan");
    await expect(signIn(appUrl, { email, password: "a stranger's" })).rejects.toThrow();
  });

  test("is its owner's who opens the link of a mail they did not ask for: they are asked for a password, and theirs holds", async () => {
    const stranger = await signUp(appUrl, { name: "A Stranger" });
    const { page } = await openPage();
    await page.goto(await linkFor(appUrl, stranger.email));
    await send(page, "Verify Code", { password: "the owner's own" });
    await heading(page, "Choose Your Plan");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });

  test("lets its owner in through Google", async () => {
    const { email } = await signUp(appUrl, { name: "A Stranger" });
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await shown(page.getByRole("heading", { name: "Sign in with Google" }));
    await page.getByLabel("Name", { exact: true }).fill("Ana Lima");
    await page.getByRole("button", { name: "Continue" }).click();
    await heading(page, "Choose Your Plan");
  });

  test("gets a code that works where its owner has forgotten the password", async () => {
    const stranger = await signUp(appUrl);
    const first = await codeFor(appUrl, stranger.email);
    const { page } = await openPage();
    await page.goto(`${appUrl}/forgot-password`);
    await send(page, "Send Verification Code", { email: stranger.email });
    await told(page, "Email Verification Required");
    await heading(page, "Check your email");
    const second = await codeFor(appUrl, stranger.email);
    expect(second).not.toBe(first);
    await page.getByLabel("Password", { exact: true }).fill("the owner's own");
    await enterCode(page, second);
    await heading(page, "Choose Your Plan");
    await expect(signIn(appUrl, stranger)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("verifying an e-mail", () => {
  test("goes on at the plans after a reload, with the code typed and the password given again", async () => {
    const email = anEmail();
    const { page } = await openPage();
    await signUpAs(page, email);
    await heading(page, "Check your email");
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await page.reload();
    await shown(page.getByText(email));
    await enterCode(page, await codeFor(appUrl, email));
    await expect.poll(() => focused(page)).toBe("password");
    await send(page, "Verify Code", { password });
    await heading(page, "Choose Your Plan");
    expect(await signIn(appUrl, { email, password })).toHaveProperty("AccessToken");
  });

  test("goes on after logging in unconfirmed; a code is sent if the last is old, and none if it is young", async () => {
    const { email } = await signUp(appUrl);
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    await send(page, "Log in", { email, password });
    await told(page, "Email Verification Required");
    await heading(page, "Check your email");
    expect(await mailsTo(appUrl, email), "this browser knows of no code").toHaveLength(2);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await send(page, "Log in", { email, password });
    await heading(page, "Check your email");
    expect(await mailsTo(appUrl, email)).toHaveLength(2);
    await page.evaluate(() => {
      const request: object = JSON.parse(sessionStorage.getItem("code_request") ?? "");
      sessionStorage.setItem("code_request", JSON.stringify({ ...request, sentAtMs: Date.now() - 11 * 60_000 }));
    });
    await page.getByRole("link", { name: "Back to Login" }).click();
    await send(page, "Log in", { email, password });
    await heading(page, "Check your email");
    expect(await mailsTo(appUrl, email)).toHaveLength(3);
    await enterCode(page, await codeFor(appUrl, email));
    await heading(page, "Choose Your Plan");
  });

  test("in another tab takes the tab that waited along", async () => {
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

  test("on another device takes the page that waited along once it is looked at, and its code is no failure there", async () => {
    const confirmElsewhere = async (email: string) => {
      const { client, clientId } = await openPool(appUrl);
      const ConfirmationCode = await codeFor(appUrl, email);
      await client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode }));
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

  test("sends a code with its sixth digit, once, also when it is pasted, and lets a wrong one be mended", async () => {
    const email = anEmail();
    const { page } = await openPage();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/email-confirmations") && request.method() === "POST") sent.push(request.url());
    });
    await signUpAs(page, email);
    await heading(page, "Check your email");
    const code = await codeFor(appUrl, email);
    await enterCode(page, code.slice(0, 5));
    expect(sent).toEqual([]);
    await enterCode(page, otherCode(code));
    await told(page, "Verification Failed", "Invalid verification code");
    expect(sent).toHaveLength(1);
    await page.getByLabel("Verification code").press("Backspace");
    await enterCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
    await heading(page, "Choose Your Plan");
    expect(sent).toHaveLength(2);
  });
});

test("whoever goes back after a reset that is finished sees no form for its code", async () => {
  const learner = await newLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/forgot-password`);
  await send(page, "Send Verification Code", { email: learner.email });
  await heading(page, "Check your email");
  await page.reload();
  await heading(page, "Check your email");
  await page.getByRole("link", { name: "Use another email" }).click();
  await heading(page, "Forgot password?");
  expect(await typedIn(page, "Email")).toBe("");
  await send(page, "Send Verification Code", { email: learner.email });
  await heading(page, "Check your email");
  await page.getByRole("button", { name: "Enter code" }).click();
  await enterCode(page, await codeFor(appUrl, learner.email));
  await page.getByLabel("New password", { exact: true }).fill("a new password");
  await page.getByLabel("Confirm password", { exact: true }).fill("a new password");
  await page.getByRole("button", { name: "Update password" }).click();
  await heading(page, "Choose Your Plan");
  await page.goBack();
  await expect.poll(() => placeOf(page)).toBe("/pricing");
  await heading(page, "Choose Your Plan");
  expect(await page.getByLabel("Verification code").count()).toBe(0);
});
