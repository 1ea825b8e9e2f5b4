import { inject, test } from "vitest";
import { answerCheck, heading, told } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner } from "../e2e/support/learner.ts";
import { shown } from "../e2e/support/shown.ts";
import { holdToasts } from "./support/hold-toasts.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("what a visitor sees", async () => {
  const { page } = await openPage();
  await page.goto(appUrl);
  await heading(page, "Hear it. Say it. Hear yourself.");
  const start = page.getByRole("main").getByRole("link", { name: "Start free" });
  await shoot(page, "visitor-landing", { inView: [page.getByRole("heading", { level: 1 }), start] });
  await page.goto(`${appUrl}/pricing`);
  await heading(page, "Choose Your Plan");
  await shoot(page, "visitor-pricing");
  await page.goto(`${appUrl}/nowhere`);
  await heading(page, "Oops! Page not found");
  await shoot(page, "visitor-not-found");
  await page.context().setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await heading(page, "You are offline");
  await shoot(page, "visitor-offline");
});

test("the ways in", async () => {
  const { page } = await openPage();
  const { name, email, password } = newLearner();
  await page.goto(`${appUrl}/login`);
  await heading(page, "Log in");
  const login = page.getByRole("button", { name: "Login" });
  await shoot(page, "visitor-login", { inView: [page.getByLabel("Email"), login] });
  await login.click();
  await shoot(page, "visitor-login-empty");
  await page.goto(`${appUrl}/forgot-password`);
  await shown(page.getByLabel("Email"));
  await shoot(page, "visitor-forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /Send/ }).click();
  await heading(page, "Check Your Email");
  await shoot(page, "visitor-reset-sent");
  await page.goto(`${appUrl}/signup`);
  const create = page.getByRole("button", { name: "Create Account" });
  await shoot(page, "visitor-signup", {
    inView: [page.getByLabel("Full name"), create, page.getByRole("main").getByRole("link", { name: "Log in" })],
  });
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill("asha@");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await create.click();
  await shoot(page, "visitor-signup-mistakes");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await answerCheck(page, appUrl, "google");
  await create.click();
  await told(page, "Google Account Exists");
  await holdToasts(page);
  await shoot(page, "visitor-signup-told", { inView: [page.getByLabel("Full name"), create] });
  await page.unroute("**/check-user-provider");
  await create.click();
  const code = page.getByRole("textbox", { name: /code/i });
  await shown(code);
  await told(page, "Verification Email Sent");
  await holdToasts(page);
  const verify = page.getByRole("button", { name: "Verify Code" });
  await shoot(page, "visitor-verify", { inView: [code, verify] });
});
