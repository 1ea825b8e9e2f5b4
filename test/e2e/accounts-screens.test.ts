import { expect, inject, test } from "vitest";
import { chooseFreePlanFor, createEmail, createLearner, fetchCode } from "../support/learner.ts";
import { pathWithQuery, submitForm, waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("shows the log-in, sign-up and reset screens without accessibility faults", async () => {
  const { page } = await openPage();
  await page.goto(`${appUrl}/login`);
  await waitForHeading(page, "Log in");
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await waitUntilShown(page.getByText("Please enter your password"));
  await expectAccessibleInEveryAppearance(page);
  await page.goto(`${appUrl}/signup`);
  await page.getByRole("button", { name: "Create Account" }).click();
  await waitUntilShown(page.getByText("Please enter your full name"));
  await expectAccessibleInEveryAppearance(page);
  await page.goto(`${appUrl}/otp-verification#email=asha%40example.com&code=123456`);
  await waitForHeading(page, "Check Your Email");
  await page.getByLabel("Verification code").fill("12");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await waitUntilShown(page.getByText("Please enter the 6 digits of the code"));
  await expectAccessibleInEveryAppearance(page);
  await page.goto(`${appUrl}/forgot-password`);
  await waitForHeading(page, "Forgot password?");
  await expectAccessibleInEveryAppearance(page);
  await page.getByLabel("Email").fill(`${"a-very-long-name-that-goes-on".repeat(3)}@example.com`);
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await waitForHeading(page, "Check Your Email");
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Enter code" }).click();
  await waitForHeading(page, "Enter your code");
  await expectAccessibleInEveryAppearance(page);
  await page.getByLabel("Verification code").fill("123456");
  await waitForHeading(page, "New password");
  await page.getByRole("button", { name: "Update password" }).click();
  await waitUntilShown(page.getByText("Please enter a password"));
  await expectAccessibleInEveryAppearance(page);
});

test("lets learners sign up and reset a password by keyboard alone", async () => {
  const { page } = await openPage();
  const learner = { ...(await createLearner(appUrl)), next: "a new password" };
  const email = createEmail();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return `${activeElement?.getAttribute("name") ?? ""} ${activeElement?.textContent ?? ""}`.trim();
    });
  const tabTo = async (target: string) => {
    for (let tabs = 0; tabs < 20 && (await focused()) !== target; tabs += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe(target);
    const outline = await page.evaluate(() => {
      const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
      return outlineStyle !== "none" || boxShadow !== "none";
    });
    expect(outline, `the focus on ${target} shows`).toBe(true);
  };
  const fill = async (fields: Record<string, string>) => {
    for (const [name, text] of Object.entries(fields)) {
      await tabTo(name);
      await page.keyboard.type(text);
    }
  };
  const type = async (fields: Record<string, string>) => {
    await fill(fields);
    await page.keyboard.press("Enter");
  };
  await page.goto(`${appUrl}/signup`);
  await waitForHeading(page, "Sign up");
  await type({ name: "Asha Rai", email, password: "correct horse" });
  await waitForHeading(page, "Check Your Email");
  expect(await focused()).toBe("code");
  await fill({ code: await fetchCode(appUrl, email) });
  await waitForHeading(page, "Choose Your Plan");
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await page.goto(`${appUrl}/login`);
  await waitForHeading(page, "Log in");
  await tabTo("Forgot password?");
  await page.keyboard.press("Enter");
  await waitForHeading(page, "Forgot password?");
  await type({ email: learner.email });
  await waitForHeading(page, "Check Your Email");
  expect(await focused()).toBe("Check Your Email");
  await tabTo("Enter code");
  await page.keyboard.press("Enter");
  await waitForHeading(page, "Enter your code");
  expect(await focused()).toBe("code");
  await fill({ code: await fetchCode(appUrl, learner.email) });
  await waitForHeading(page, "New password");
  await type({ password: learner.next, confirmation: learner.next });
  await waitForHeading(page, "Choose Your Plan");
});

test("shows the header links and menu items that belong to the page and the session", async () => {
  const { page } = await openPage();
  const bar = page.getByRole("banner");
  await page.goto(appUrl);
  expect(await bar.getByRole("link").allTextContents()).toEqual(["Skip to content", "Parlance", "Log in", "Sign up"]);
  for (const path of ["/forgot-password", "/new-password#email=a%40b.co&code=123456", "/Forgot-Password/"]) {
    await page.goto(appUrl + path);
    await waitUntilShown(page.getByRole("link", { name: "Back to Login" }));
    expect(await bar.getByRole("link").count()).toBe(2);
  }
  const learner = await createLearner(appUrl);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/(account|home)$/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${appUrl}/login`);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByRole("status").getByText("Loading…"));
  answered.resolve();
  await waitForHeading(page, "Choose Your Plan");
  const menu = page.getByRole("button", { name: /Account menu/ });
  await expect.poll(() => menu.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitForHeading(page, `Welcome, ${learner.name}`);
  await menu.click();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual([
    "Profile",
    "LanguageNot set",
    "Review",
    "Glossary",
    "Progress",
    "Mock exam",
    "Support",
    "Log out",
  ]);
  await waitUntilShown(page.getByText("My Account"));
  expect(await page.getByRole("menuitem", { name: /Language/ }).getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("menuitem", { name: "Support" }).click();
  await waitForHeading(page, "Support");
  expect(pathWithQuery(page)).toBe("/support");
});

test("redirects a visitor to the log-in page, and opens the requested page after the log-in", async () => {
  const { page } = await openPage();
  const learner = await createLearner(appUrl);
  await chooseFreePlanFor(appUrl, learner.tokens.AccessToken);
  const path = "/profile?tab=plan";
  const state = () => page.evaluate((): { usr: unknown } => history.state);
  await page.goto(appUrl + path);
  await waitForHeading(page, "Log in");
  await expect.poll(async () => (await state())?.usr).toEqual({ origin: path });
  expect(pathWithQuery(page)).toBe("/login");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Sign up" }).click();
  await waitForHeading(page, "Sign up");
  await main.getByRole("link", { name: "Log in" }).click();
  await waitForHeading(page, "Log in");
  expect(await state()).toMatchObject({ usr: { origin: path } });
  // The learner has an account already, so the sign-up page leads back to the log-in page.
  await main.getByRole("link", { name: "Sign up" }).click();
  await waitForHeading(page, "Sign up");
  await submitForm(page, "Create Account", learner);
  await waitForHeading(page, "Log in");
  expect(await state()).toMatchObject({ usr: { origin: path } });
  await submitForm(page, "Log in", { email: learner.email, password: learner.password });
  await waitForHeading(page, "Profile Settings");
  expect(pathWithQuery(page)).toBe(path);
});
