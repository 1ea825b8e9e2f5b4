import { expect, inject, test } from "vitest";
import { anEmail, codeFor, mailsTo, newLearner, password, signUp } from "../support/learner.ts";
import { answerCognito, enterCode, failing, heading, otherCode, send, told, typedIn } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("asks to wait after five wrong codes, keeps the code, and can send another", async () => {
  const { email } = await signUp(appUrl);
  const code = await codeFor(appUrl, email);
  const { page } = await openPage();
  await page.goto(`${appUrl}/otp-verification#email=${encodeURIComponent(email)}&code=${otherCode(code)}`);
  const verify = page.getByRole("button", { name: "Verify Code" });
  await page.getByLabel("Password", { exact: true }).fill(password);
  for (let tries = 1; tries <= 5; tries += 1) {
    await verify.click();
    await told(page, "Verification Failed", "Invalid verification code");
    await expect.poll(() => verify.getAttribute("aria-busy")).toBe("false");
  }
  await enterCode(page, code);
  await told(page, "Verification Failed", "Too many attempts. Please wait a while and try again.");
  expect(await typedIn(page, "Verification code")).toBe(code);

  await answerCognito(page, "ResendConfirmationCode", failing("LimitExceededException"));
  const resend = page.getByRole("button", { name: "Resend Code" });
  await resend.click();
  await told(page, "Resend Failed", "Too many attempts. Please wait a while and try again.");
  await answerCognito(page, "ResendConfirmationCode", null);
  await resend.click();
  await told(page, "Verification Code Resent");
  expect(await mailsTo(appUrl, email)).toHaveLength(2);
  await page.evaluate(() => sessionStorage.clear());
  await resend.click();
  await told(page, "Email Missing");
});

test("leads from sign-up to log-in if the account exists, in any letter case", async () => {
  const learner = await newLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  await send(page, "Create Account", { name: "Asha Rai", email: learner.email.toUpperCase(), password });
  await told(page, "Account Already Exists");
  await heading(page, "Log in");
  await send(page, "Log in", { password });
  await heading(page, "Choose Your Plan");
});

test("keeps the typed text on going back, and sends a form once on a double press", async () => {
  const { page } = await openPage();
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

test("shows bad input at its field without a request, and refuses wrong password and unknown email in the same words", async () => {
  const { page } = await openPage();
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.goto(`${appUrl}/signup`);
  await page.getByRole("button", { name: "Create Account" }).click();
  for (const problem of ["Please enter your full name", "Please enter your email address", "Please enter a password"])
    await shown(page.getByText(problem));
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  const longEmail = `${"a".repeat(308)}@example.com`;
  await send(page, "Create Account", { name: "a".repeat(101), email: longEmail, password: "12345" });
  await shown(page.getByText("Full name must be at most 100 characters long"));
  await shown(page.getByText("Email must be at most 128 characters long"));
  await shown(page.getByText("Password must be at least 6 characters", { exact: true }));
  expect(await typedIn(page, "Email")).toBe(longEmail);
  await page.goto(`${appUrl}/login`);
  await send(page, "Log in", { email: "आशा@example.com", password: "" });
  await shown(page.getByText("Please enter an email address such as asha@example.com"));
  await shown(page.getByText("Please enter your password"));
  expect(sent).toEqual([]);

  const learner = await newLearner(appUrl);
  for (const address of [learner.email, anEmail()]) {
    await send(page, "Log in", { email: address, password: "wrong horse" });
    await told(page, "Login Failed", "Incorrect email or password.");
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
});
