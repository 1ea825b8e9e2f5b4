import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { anEmail, codeFor, newLearner } from "../support/learner.ts";
import { heading, placeOf } from "./support/accounts.ts";
import { isClean, looks } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

describe.each(looks)("at $width px, $colorScheme", ({ width, height, colorScheme }) => {
  const look = { viewport: { width, height }, colorScheme, reducedMotion: "reduce" } as const;
  const pictures = process.env["PICTURES"];

  test("every screen and state of signing in", async () => {
    const { page } = await openPage(look);
    const looksWell = async (name: string) => {
      await isClean(page);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
    };
    await page.goto(`${appUrl}/login`);
    await heading(page, "Log in");
    await looksWell("login");
    await page.getByRole("button", { name: "Log in" }).click();
    await shown(page.getByText("Please enter your password"));
    await looksWell("login-problems");
    await page.goto(`${appUrl}/signup`);
    await page.getByRole("button", { name: "Create Account" }).click();
    await shown(page.getByText("Please enter your full name"));
    await looksWell("signup-problems");
    await page.goto(`${appUrl}/otp-verification#email=asha%40example.com&code=123456`);
    await heading(page, "Check your email");
    await page.getByLabel("Verification code").fill("12");
    await page.getByRole("button", { name: "Verify Code" }).click();
    await shown(page.getByText("Please enter the 6 digits of the code"));
    await looksWell("code");
    await page.goto(`${appUrl}/forgot-password`);
    await heading(page, "Forgot password?");
    await looksWell("forgot");
    await page.getByLabel("Email").fill(`${"a-very-long-name-that-goes-on".repeat(3)}@example.com`);
    await page.getByRole("button", { name: "Send Verification Code" }).click();
    await heading(page, "Check your email");
    await looksWell("sent");
    await page.getByRole("button", { name: "Enter code" }).click();
    await heading(page, "Enter your code");
    await looksWell("code-reset");
    await page.getByLabel("Verification code").fill("123456");
    await heading(page, "New password");
    await page.getByRole("button", { name: "Update password" }).click();
    await shown(page.getByText("Please enter a password"));
    await looksWell("new-password");
  });
});

test("by keyboard alone: sign up, confirm, forget the password, set another", async () => {
  const { page } = await openPage();
  const learner = { ...(await newLearner(appUrl)), next: "a new password" };
  const email = anEmail();
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
  await heading(page, "Sign up");
  await type({ name: "Asha Rai", email, password: "correct horse" });
  await heading(page, "Check your email");
  expect(await focused()).toBe("code");
  await fill({ code: await codeFor(appUrl, email) });
  await heading(page, "Choose Your Plan");
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await page.goto(`${appUrl}/login`);
  await heading(page, "Log in");
  await tabTo("Forgot password?");
  await page.keyboard.press("Enter");
  await heading(page, "Forgot password?");
  await type({ email: learner.email });
  await heading(page, "Check your email");
  expect(await focused()).toBe("Check your email");
  await tabTo("Enter code");
  await page.keyboard.press("Enter");
  await heading(page, "Enter your code");
  expect(await focused()).toBe("code");
  await fill({ code: await codeFor(appUrl, learner.email) });
  await heading(page, "New password");
  await type({ password: learner.next, confirmation: learner.next });
  await heading(page, "Choose Your Plan");
});

describe("the header", () => {
  const bar = (page: Page) => page.getByRole("banner");

  test("offers to log in and sign up, the brand alone while a password is reset, and the account's menu", async () => {
    const { page } = await openPage();
    await page.goto(appUrl);
    expect(await bar(page).getByRole("link").allTextContents()).toEqual([
      "Skip to content",
      "Parlance",
      "Log in",
      "Sign up",
    ]);
    for (const path of ["/forgot-password", "/new-password#email=a%40b.co&code=123456", "/Forgot-Password/"]) {
      await page.goto(appUrl + path);
      await shown(page.getByRole("link", { name: "Back to Login" }));
      expect(await bar(page).getByRole("link").count()).toBe(2);
    }
    const learner = await newLearner(appUrl);
    await page.goto(`${appUrl}/login`);
    await page.getByLabel("Email").fill(learner.email);
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Choose Your Plan");
    const menu = page.getByRole("button", { name: /Account menu/ });
    await expect.poll(() => menu.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Get Started" }).click();
    await heading(page, `Welcome, ${learner.name}`);
    await menu.click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Profile",
      "LanguageNot set",
      "Support",
      "Log out",
    ]);
    await shown(page.getByText("My Account"));
    expect(await page.getByRole("menuitem", { name: /Language/ }).getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("menuitem", { name: "Support" }).click();
    await heading(page, "Support");
    expect(placeOf(page)).toBe("/support");
  });
});

describe("a page for which one must be logged in", () => {
  const pages = [
    "/pricing?from=home",
    "/language",
    "/profile?tab=plan",
    "/support",
    "/payment-success",
    "/topic/example-1",
  ];

  test("leads to the login, which remembers where one wanted to go", async () => {
    const { page } = await openPage();
    for (const path of pages) {
      await page.goto(appUrl + path);
      await heading(page, "Log in");
      const { usr } = await page.evaluate((): { usr: unknown } => history.state);
      expect([placeOf(page), usr]).toEqual(["/login", { origin: path }]);
      const main = page.getByRole("main");
      await main.getByRole("link", { name: "Sign up" }).click();
      await heading(page, "Sign up");
      await main.getByRole("link", { name: "Log in" }).click();
      await heading(page, "Log in");
      expect(await page.evaluate((): { usr: unknown } => history.state)).toMatchObject({ usr: { origin: path } });
    }
  });

  test("shows that it waits while the session loads", async () => {
    const learner = await newLearner(appUrl);
    const { page } = await openPage();
    await page.goto(`${appUrl}/login`);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/account", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel("Email").fill(learner.email);
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.keyboard.press("Enter");
    await shown(page.getByRole("status").getByText("Loading…"));
    goOn();
    await heading(page, "Choose Your Plan");
  });
});
