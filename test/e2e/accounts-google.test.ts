import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createEmail, createLearner, fetchConfig, signUp } from "../support/learner.ts";
import {
  fieldValue,
  pathWithQuery,
  stubProviderCheck,
  submitForm,
  waitForHeading,
  waitForToast,
} from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const continueWithGoogle = (page: Page) => page.getByRole("button", { name: "Continue with Google" }).click();

/** Signs in on the page that replaces Google's page in the local cloud. */
async function beAtGoogle(page: Page, { email, name }: { email?: string; name: string }): Promise<void> {
  await waitUntilShown(page.getByRole("heading", { name: "Sign in with Google" }));
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

const isWaitingForGoogle = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /oauth|google/i.test(key)),
  );

test("lets a learner sign up and later log in with Google", async () => {
  const { page, problems } = await openPage();
  const email = createEmail();
  await page.goto(`${appUrl}/signup`);
  await page.getByLabel("Email").fill(email);
  await continueWithGoogle(page);
  await page.waitForURL(/\/google\/accounts\?/);
  const asked = new URL(page.url()).searchParams;
  expect(asked.get("prompt")).toBe("select_account");
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("redirect_uri")).toBe(`${appUrl}/pricing`);
  expect(await fieldValue(page, "Email")).toBe(email);
  await beAtGoogle(page, { name: "Ana Lima" });
  await waitForHeading(page, "Choose Your Plan");
  expect(pathWithQuery(page)).toBe("/pricing");
  await page.reload();
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitForHeading(page, "Welcome, Ana Lima");
  await page.goto(`${appUrl}/profile?tab=security`);
  await waitUntilShown(page.getByText("You log in with Google, so you have no Parlance password."));
  expect(await page.locator("input[type=password]").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Delete account" }).isEnabled()).toBe(true);

  await page.getByRole("button", { name: "Account menu, Ana Lima" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("Token")))).toEqual([]);

  await page.goto(`${appUrl}/topic/example-2`);
  await waitForHeading(page, "Log in");
  await submitForm(page, "Log in", { email: email.toUpperCase(), password: "any password" });
  await waitForToast(page, "Google Account Detected");
  await page.getByRole("button", { name: email }).click();
  await waitUntilShown(page.getByRole("button", { name: "Play Audio" }));
  expect(pathWithQuery(page)).toBe("/topic/example-2");
  await waitForToast(page, "Login Successful", "Welcome back!");
  await page.goBack();
  expect(problems).toEqual([]);
});

test("refuses a Google log-in with the email of a password account", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await continueWithGoogle(page);
  await waitForToast(page, "Email Account Exists");
  expect(pathWithQuery(page)).toBe("/login");
  await page.getByLabel("Email").fill("");
  await continueWithGoogle(page);
  await beAtGoogle(page, { email: learner.email, name: "Asha" });
  await waitForToast(page, "Email Account Exists");
  await waitForHeading(page, "Log in");
  expect(pathWithQuery(page)).toBe("/login");
});

test("explains a cancelled Google sign-up and a failed Google log-in", async () => {
  const { hostedUiUrl } = await fetchConfig(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  await continueWithGoogle(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await waitForToast(page, "Google Signup Failed", "Google did not confirm your account. Please try again.");
  await expect.poll(() => pathWithQuery(page)).toBe("/signup");
  expect(await isWaitingForGoogle(page)).toEqual([]);

  await page.goto(`${appUrl}/pricing?error=x&error_description=Call%20555%20now`);
  await waitForToast(page, "Google Login Failed");
  expect(pathWithQuery(page)).toBe("/login");
  expect(await page.getByText("Call 555").count()).toBe(0);
  await page.route(`${hostedUiUrl}/oauth2/token`, (route) => route.abort("internetdisconnected"));
  await continueWithGoogle(page);
  await beAtGoogle(page, { email: createEmail(), name: "Ana Lima" });
  await waitForToast(page, "Google Login Failed", "Something went wrong. Please try again.");
  await waitForHeading(page, "Log in");
});

test("accepts a password log-in after the learner has gone back from Google's page", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await continueWithGoogle(page);
  await waitUntilShown(page.getByRole("heading", { name: "Sign in with Google" }));
  await page.goBack();
  await waitForHeading(page, "Log in");
  await submitForm(page, "Log in", { email: learner.email, password: learner.password });
  await waitForHeading(page, "Choose Your Plan");
  expect(await isWaitingForGoogle(page)).toEqual([]);
});

test("greets a Google learner as new after a stranger's unconfirmed sign-up with the same email", async () => {
  const { email } = await signUp(appUrl, { name: "A Stranger" });
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(email);
  await continueWithGoogle(page);
  await beAtGoogle(page, { name: "Ana Lima" });
  await waitForToast(page, "Login Successful", "Welcome to Parlance!");
  expect(await page.getByText("Welcome back!").count()).toBe(0);
});

test("opens Google without an error if “Log in” is pressed right after “Continue with Google”", async () => {
  const learner = await createLearner(appUrl);
  const { page } = await openPage();
  const toasts: string[] = [];
  await page.exposeFunction("noteToast", (text: string) => void toasts.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const item of document.querySelectorAll("[role=region] li"))
        Reflect.get(window, "noteToast")(item.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  // Null means that the email has no account, so Google is allowed.
  await stubProviderCheck(page, appUrl, null);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button")];
    for (const name of ["Continue with Google", "Log in"])
      buttons.find(({ textContent }) => textContent === name)?.click();
  });
  await waitUntilShown(page.getByRole("heading", { name: "Sign in with Google" }));
  expect(toasts.filter((text) => /failed|exists|detected/i.test(text))).toEqual([]);
});
