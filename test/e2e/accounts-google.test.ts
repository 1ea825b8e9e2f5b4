import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { anEmail, newLearner, readConfig, signUp } from "../support/learner.ts";
import { answerCheck, heading, placeOf, send, told, typedIn } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const continueWithGoogle = (page: Page) => page.getByRole("button", { name: "Continue with Google" }).click();

/** Says at the local page of Google who one is. */
async function beAtGoogle(page: Page, { email, name }: { email?: string; name: string }): Promise<void> {
  await shown(page.getByRole("heading", { name: "Sign in with Google" }));
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

const isWaitingForGoogle = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /oauth|google/i.test(key)),
  );

test("signs up with Google, logs out without a trace, and returns to the requested page", async () => {
  const { page, problems } = await openPage();
  const email = anEmail();
  await page.goto(`${appUrl}/signup`);
  await page.getByLabel("Email").fill(email);
  await continueWithGoogle(page);
  await page.waitForURL(/\/google\/accounts\?/);
  const asked = new URL(page.url()).searchParams;
  expect(asked.get("prompt")).toBe("select_account");
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("redirect_uri")).toBe(`${appUrl}/pricing`);
  expect(await typedIn(page, "Email")).toBe(email);
  await beAtGoogle(page, { name: "Ana Lima" });
  await heading(page, "Choose Your Plan");
  expect(placeOf(page)).toBe("/pricing");
  await page.reload();
  await page.getByRole("button", { name: "Get Started" }).click();
  await heading(page, "Welcome, Ana Lima");
  await page.goto(`${appUrl}/profile?tab=security`);
  await shown(page.getByText("You log in with Google, so you have no Parlance password."));
  expect(await page.locator("input[type=password]").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Delete account" }).isEnabled()).toBe(true);

  await page.getByRole("button", { name: "Account menu, Ana Lima" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await shown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("Token")))).toEqual([]);

  await page.goto(`${appUrl}/topic/example-2`);
  await heading(page, "Log in");
  await send(page, "Log in", { email: email.toUpperCase(), password: "any password" });
  await told(page, "Google Account Detected");
  await page.getByRole("button", { name: email }).click();
  await shown(page.getByRole("button", { name: "Play Audio" }));
  expect(placeOf(page)).toBe("/topic/example-2");
  await told(page, "Login Successful", "Welcome back!");
  await page.goBack();
  expect(problems).toEqual([]);
});

test("refuses Google for an email that has a password", async () => {
  const learner = await newLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await continueWithGoogle(page);
  await told(page, "Email Account Exists");
  expect(placeOf(page)).toBe("/login");
  await page.getByLabel("Email").fill("");
  await continueWithGoogle(page);
  await beAtGoogle(page, { email: learner.email, name: "Asha" });
  await told(page, "Email Account Exists");
  await heading(page, "Log in");
  expect(placeOf(page)).toBe("/login");
});

test("returns to the page with an explanation if Google is cancelled or its response is invalid", async () => {
  const { hostedUiUrl } = await readConfig(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/signup`);
  await continueWithGoogle(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await told(page, "Google Signup Failed", "You left Google before you were logged in. Please try again.");
  await expect.poll(() => placeOf(page)).toBe("/signup");
  expect(await isWaitingForGoogle(page)).toEqual([]);

  await page.goto(`${appUrl}/pricing?error=x&error_description=Call%20555%20now`);
  await told(page, "Google Login Failed");
  expect(placeOf(page)).toBe("/login");
  expect(await page.getByText("Call 555").count()).toBe(0);
  await page.route(`${hostedUiUrl}/oauth2/token`, (route) => route.abort("internetdisconnected"));
  await continueWithGoogle(page);
  await beAtGoogle(page, { email: anEmail(), name: "Ana Lima" });
  await told(page, "Google Login Failed", "Nothing has changed. Please try again.");
  await heading(page, "Log in");
});

test("logs in with a password after leaving Google by the back button", async () => {
  const learner = await newLearner(appUrl);
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await continueWithGoogle(page);
  await shown(page.getByRole("heading", { name: "Sign in with Google" }));
  await page.goBack();
  await heading(page, "Log in");
  await send(page, "Log in", { email: learner.email, password: learner.password });
  await heading(page, "Choose Your Plan");
  expect(await isWaitingForGoogle(page)).toEqual([]);
});

test("greets a first Google log-in as new, also if a stranger signed up with the address and never confirmed it", async () => {
  const { email } = await signUp(appUrl, { name: "A Stranger" });
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(email);
  await continueWithGoogle(page);
  await beAtGoogle(page, { name: "Ana Lima" });
  await told(page, "Login Successful", "Welcome to Parlance!");
  expect(await page.getByText("Welcome back!").count()).toBe(0);
});

test("runs only the first of Google and Log in when both are pressed, and reports no failure", async () => {
  const learner = await newLearner(appUrl);
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
  // To Google any e-mail may go that has no account; it is asked for one here either way.
  await answerCheck(page, appUrl, null);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button")];
    for (const name of ["Continue with Google", "Log in"])
      buttons.find(({ textContent }) => textContent === name)?.click();
  });
  await shown(page.getByRole("heading", { name: "Sign in with Google" }));
  expect(toasts.filter((text) => /failed|exists|detected/i.test(text))).toEqual([]);
});
