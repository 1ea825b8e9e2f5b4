import { expect, inject, test } from "vitest";
import { createEmail, createLearner, fetchCode, fetchMails, password, signUp } from "../support/learner.ts";
import {
  anotherCode,
  cognitoError,
  enterCode,
  fieldValue,
  stubCognito,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("asks the learner to wait after five wrong codes", async () => {
  const { email } = await signUp(appUrl);
  const code = await fetchCode(appUrl, email);
  const { page } = await openPage();
  await page.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=${anotherCode(code)}`);
  const verify = page.getByRole("button", { name: "Verify Code" });
  await page.getByLabel("Password", { exact: true }).fill(password);
  for (let tries = 1; tries <= 5; tries += 1) {
    await verify.click();
    await waitForToast(page, "Verification Failed", "Invalid verification code");
    await expect.poll(() => verify.getAttribute("aria-busy")).toBe("false");
  }
  await enterCode(page, code);
  await waitForToast(page, "Verification Failed", "Too many attempts. Please wait a while and try again.");
  expect(await fieldValue(page, "Verification code")).toBe(code);

  await stubCognito(page, "ResendConfirmationCode", cognitoError("LimitExceededException"));
  const resend = page.getByRole("button", { name: "Resend Code" });
  await resend.click();
  await waitForToast(page, "Resend Failed", "Too many attempts. Please wait a while and try again.");
  await stubCognito(page, "ResendConfirmationCode", null);
  await resend.click();
  await waitForToast(page, "Verification Code Resent");
  expect(await fetchMails(appUrl, email)).toHaveLength(2);
  await page.evaluate(() => sessionStorage.clear());
  await resend.click();
  await waitForToast(page, "Email Missing");
});

test("redirects to the log-in if a code is requested for an email that is already verified", async () => {
  const { email } = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=123456`);
  await page.getByRole("button", { name: "Resend Code" }).click();
  await waitForToast(page, "Resend Failed", "This email is already verified. Please log in.");
  await waitForHeading(page, "Log in");
  await waitUntilShown(page.getByText("Your email is verified. Log in to continue."));
  expect(await fieldValue(page, "Email")).toBe(email);
});

test("redirects from sign-up to log-in if the email already has an account", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  await submitForm(page, "Create Account", { name: "Asha Rai", email: learner.email.toUpperCase(), password });
  await waitForToast(page, "Account Already Exists");
  await waitForHeading(page, "Log in");
  await submitForm(page, "Log in", { password });
  await waitForHeading(page, "Choose Your Plan");
});

test("sends a repeatedly submitted form only once", async () => {
  const { page } = await openPage();
  let signUps = 0;
  page.on("request", (request) => {
    if (request.headers()["x-amz-target"]?.endsWith(".SignUp")) signUps += 1;
  });
  const email = createEmail();
  await page.goto(`${appUrl}/signup`);
  await page.getByLabel("Full name").fill("李小龍");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.evaluate(() => {
    const form = document.querySelector("form");
    for (let times = 0; times < 3; times += 1) form?.requestSubmit();
  });
  await waitForHeading(page, "Check Your Email");
  expect(signUps).toBe(1);
  await page.goBack();
  await waitForHeading(page, "Sign up");
  expect([await fieldValue(page, "Full name"), await fieldValue(page, "Email")]).toEqual(["李小龍", email]);
  await page.getByRole("link", { name: "Log in" }).last().click();
  await waitForHeading(page, "Log in");
  expect(await fieldValue(page, "Email")).toBe(email);
  await page.goForward();
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await page.goForward();
  await waitForHeading(page, "Log in");
});

test("reports invalid input without a POST request", async () => {
  const { page } = await openPage();
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.goto(`${appUrl}/signup`);
  await page.getByRole("button", { name: "Create Account" }).click();
  for (const problem of ["Please enter your full name", "Please enter your email address", "Please enter a password"])
    await waitUntilShown(page.getByText(problem));
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  const longEmail = `${"a".repeat(308)}@example.com`;
  await submitForm(page, "Create Account", { name: "a".repeat(101), email: longEmail, password: "12345" });
  await waitUntilShown(page.getByText("Full name must be at most 100 characters long"));
  await waitUntilShown(page.getByText("Email must be at most 128 characters long"));
  await waitUntilShown(page.getByText("Password must be at least 6 characters", { exact: true }));
  expect(await fieldValue(page, "Email")).toBe(longEmail);
  await page.goto(`${appUrl}/login`);
  await submitForm(page, "Log in", { email: "आशा@example.com", password: "" });
  await waitUntilShown(page.getByText("Please enter an email address such as asha@example.com"));
  await waitUntilShown(page.getByText("Please enter your password"));
  expect(sent).toEqual([]);

  const learner = await createLearner(appUrl);
  for (const address of [learner.email, createEmail()]) {
    await submitForm(page, "Log in", { email: address, password: "wrong horse" });
    await waitForToast(page, "Login Failed", "Incorrect email or password.");
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
});
