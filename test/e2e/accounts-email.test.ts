import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { anEmail, newLearner, signIn, signUp } from "../support/learner.ts";
import { linkFor, placeOf, send, told, typedIn } from "./support/accounts.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { codeFor } from "./support/learner.ts";

const appUrl = inject("appUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Verification code").fill(code);
  await page.getByRole("button", { name: "Verify Code" }).click();
}

async function choosePassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(again);
  await page.getByRole("button", { name: "Update Password" }).click();
}

const flags = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((store) => store.getItem("force_password_reset") !== null));

const otherCode = (code: string) => (code === "111111" ? "222222" : "111111");

test("a forgotten password is set anew: every step, its mistakes, reloads and the way back", async () => {
  const learner = await newLearner(appUrl);
  const { page, problems } = await openPage(browser);
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(`  ${learner.email.toUpperCase()} `);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await heading(page, "Forgot password?");
  expect(await typedIn(page, "Email")).toBe(`  ${learner.email.toUpperCase()} `);
  expect(await page.getByRole("banner").getByRole("link").allTextContents()).toEqual(["Skip to content", "Parlance"]);

  await page.getByLabel("Email").fill("");
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await page.getByText("Please enter your email address").waitFor();
  expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");

  await send(page, "Send Verification Code", { email: ` ${learner.email.toUpperCase()}` });
  await told(page, "Verification Code Sent");
  await heading(page, "Check Your Email");
  expect(await flags(page)).toEqual([true, true]);
  await page.getByRole("button", { name: "Request New Code" }).click();
  await expect
    .poll(() => page.getByRole("button", { name: "Request New Code" }).getAttribute("aria-busy"))
    .toBe("false");
  await page.getByRole("button", { name: "Enter Code" }).click();
  await heading(page, "Enter your code");
  await page.reload();
  await page.getByText(learner.email).waitFor();
  expect(await page.getByRole("banner").getByRole("link", { name: "Log in" }).count()).toBe(0);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByText("Please enter the 6 digits of the code").waitFor();
  const code = await codeFor(appUrl, learner.email);
  await enterCode(page, otherCode(code));

  await heading(page, "New password");
  expect(await typedIn(page, "Email")).toBe(learner.email);
  await choosePassword(page, "short");
  await page.getByText("Password must be at least 6 characters", { exact: true }).waitFor();
  await choosePassword(page, "a new password", "another password");
  await page.getByText("Passwords don't match").waitFor();
  await page.reload();
  await heading(page, "New password");
  await choosePassword(page, "a new password");
  await told(page, "Verification Failed", "Invalid verification code");
  await heading(page, "Enter your code");
  expect(await typedIn(page, "Verification code")).toBe("");

  await enterCode(page, ` ${code.slice(0, 3)}-${code.slice(3)} `);
  await heading(page, "New password");
  await page.goBack();
  await heading(page, "Enter your code");
  expect(await typedIn(page, "Verification code")).toBe(code);
  await page.goForward();
  await choosePassword(page, "a new password");
  await told(page, "Password Updated");
  expect(placeOf(page)).toBe("/new-password");
  await heading(page, "Choose Your Plan");
  expect(await flags(page)).toEqual([false, false]);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(code);

  await expect(signIn(appUrl, learner)).rejects.toThrow();
  await page.goto(`${appUrl}/new-password`);
  await told(page, "Session Error", "request a new code");
  await heading(page, "Forgot password?");
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

describe("links in e-mails", () => {
  test("one to confirm an e-mail fills in the code; the address bar and the storage keep nothing of it", async () => {
    const { email, password } = await signUp(appUrl, { name: "आशा राई 🦉 <b>" });
    const { page } = await openPage(browser);
    await page.goto(await linkFor(appUrl, email));
    await page.getByText(email).waitFor();
    await expect.poll(() => placeOf(page)).toBe("/otp-verification");
    expect(await typedIn(page, "Verification code")).toBe(await codeFor(appUrl, email));
    await page.getByRole("button", { name: "Verify Code" }).click();
    await told(page, "Email Verified Successfully");
    await heading(page, "Log in");
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    await send(page, "Login", { email, password });
    await heading(page, "Choose Your Plan");
    await page.getByRole("button", { name: "Get Started" }).click();
    await heading(page, "Welcome, आशा राई 🦉 <b>");

    const again = (await openPage(browser)).page;
    await again.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=123456`);
    await again.getByRole("button", { name: "Verify Code" }).click();
    await told(again, "Verification Failed", "This email is verified already. Please log in.");
    await heading(again, "Log in");
  });

  test("one to set a password works where somebody is signed in, and no second time", async () => {
    const learner = await newLearner(appUrl);
    const { page } = await openPage(browser);
    await page.goto(`${appUrl}/login`);
    await send(page, "Login", { email: learner.email, password: learner.password });
    await page.getByRole("button", { name: "Get Started" }).click();
    await heading(page, `Welcome, ${learner.name}`);
    await page.goto(`${appUrl}/forgot-password`);
    await send(page, "Send Verification Code", { email: learner.email });
    await heading(page, "Check Your Email");
    const link = await linkFor(appUrl, learner.email);
    await page.goto(`${appUrl}/topic/example-1`);
    await heading(page, "Log in");

    await page.goto(link);
    await heading(page, "New password");
    await expect.poll(() => placeOf(page)).toBe("/new-password");
    expect(await typedIn(page, "Email")).toBe(learner.email);
    await choosePassword(page, "a new password");
    await heading(page, `Welcome, ${learner.name}`);

    await page.goto(link);
    await choosePassword(page, "yet another one");
    await told(page, "Session Error", "request a new code");
    await heading(page, "Forgot password?");
  });

  test.each([
    "/otp-verification#email=nobody&code=123456",
    "/otp-verification#email=a%40b.co&code=1",
    "/otp-verification",
  ])("%s says nothing, and leads home", async (path) => {
    const { page } = await openPage(browser);
    await page.goto(appUrl + path);
    await heading(page, "Hear it. Say it. Hear yourself.");
  });
});

test("after five wrong codes the learner is told to wait, in words; the code is still there", async () => {
  const { email } = await signUp(appUrl);
  const code = await codeFor(appUrl, email);
  const { page } = await openPage(browser);
  await page.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=${otherCode(code)}`);
  const verify = page.getByRole("button", { name: "Verify Code" });
  for (let tries = 1; tries <= 5; tries += 1) {
    await verify.click();
    await told(page, "Verification Failed", "Invalid verification code");
    await expect.poll(() => verify.getAttribute("aria-busy")).toBe("false");
  }
  await enterCode(page, code);
  await told(page, "Verification Failed", "Too many attempts. Please wait a while and try again.");
  expect(await typedIn(page, "Verification code")).toBe(code);
});

describe("two tabs in the same flow", () => {
  test("a code confirmed in one is no surprise in the other, and who signs in there is signed in here", async () => {
    const { page, context } = await openPage(browser);
    const email = anEmail();
    await page.goto(`${appUrl}/signup`);
    await send(page, "Create Account", { name: "Asha Rai", email, password: "correct horse" });
    await heading(page, "Check your email");
    const other = await context.newPage();
    await other.goto(await linkFor(appUrl, email));
    await other.getByRole("button", { name: "Verify Code" }).click();
    await heading(other, "Log in");
    await send(other, "Login", { email, password: "correct horse" });
    await heading(other, "Choose Your Plan");
    await heading(page, "Choose Your Plan");
  });
});

test("going back keeps what was typed, and a form sent twice is sent once", async () => {
  const { page } = await openPage(browser);
  let signUps = 0;
  page.on("request", (request) => {
    if (request.headers()["x-amz-target"]?.endsWith(".SignUp")) signUps += 1;
  });
  const email = anEmail();
  await page.goto(`${appUrl}/signup`);
  await page.getByLabel("Full name").fill("李小龍");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.evaluate(() => {
    const form = document.querySelector("form");
    for (let times = 0; times < 3; times += 1) form?.requestSubmit();
  });
  await heading(page, "Check your email");
  expect(signUps).toBe(1);
  await page.goBack();
  await heading(page, "Sign up");
  expect([await typedIn(page, "Full name"), await typedIn(page, "Email")]).toEqual(["李小龍", email]);
  await page.getByRole("link", { name: "Log in" }).last().click();
  await heading(page, "Log in");
  expect(await typedIn(page, "Email")).toBe(email);
  await page.goForward();
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await page.goForward();
  await heading(page, "Log in");
});

test("bad input is told beside its field, and nothing is sent", async () => {
  const { page } = await openPage(browser);
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.goto(`${appUrl}/signup`);
  await page.getByRole("button", { name: "Create Account" }).click();
  for (const problem of ["Please enter your full name", "Please enter your email address", "Please enter a password"])
    await page.getByText(problem).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  const longEmail = `${"a".repeat(308)}@example.com`;
  await send(page, "Create Account", { name: "a".repeat(201), email: longEmail, password: "12345" });
  await page.getByText("Full name must be at most 200 characters long").waitFor();
  await page.getByText("Email must be at most 128 characters long").waitFor();
  await page.getByText("Password must be at least 6 characters", { exact: true }).waitFor();
  expect(await typedIn(page, "Email")).toBe(longEmail);
  await page.goto(`${appUrl}/login`);
  await send(page, "Login", { email: "आशा@example.com", password: "" });
  await page.getByText("Please enter an email address such as asha@example.com").waitFor();
  await page.getByText("Please enter your password").waitFor();
  expect(sent).toEqual([]);
});
