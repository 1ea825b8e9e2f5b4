import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { answerCheck, heading, told } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { holdToasts } from "../e2e/support/hold-toasts.ts";
import { newLearner } from "../e2e/support/learner.ts";
import { skipToEnd, watchPlayback } from "../e2e/support/playback.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { shown } from "../e2e/support/shown.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("shows a visitor's pages", async () => {
  const { page } = await openPage();
  await page.goto(appUrl);
  await heading(page, "Hear it. Say it. Hear yourself.");
  const start = page.getByRole("main").getByRole("link", { name: "Start practising free" });
  const top = page.getByRole("heading", { level: 1 });
  // The same call stands at the beginning and below the plans.
  await shoot(page, "visitor-landing", { inView: [top, start, button(page, "Hear it")], filled: 2 });
  await page.getByRole("heading", { name: "Languages" }).scrollIntoViewIfNeeded();
  await shown(page.getByText("24 dialogues"));
  await shoot(page, "visitor-landing-end", { filled: 2, at: page.getByRole("contentinfo") });
  for (const name of ["Privacy", "Terms", "Contact"]) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await heading(page, name);
    await shoot(page, `visitor-${name.toLowerCase()}`);
  }
  await page.goto(`${appUrl}/nowhere`);
  await heading(page, "Oops! Page not found");
  await shoot(page, "visitor-not-found");
  await page.context().setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await heading(page, "You are offline");
  await shoot(page, "visitor-offline");
});

test("shows the trial segment", async () => {
  const { page, context } = await openPage();
  await watchPlayback(context);
  await shortenAudio(page, 120);
  await page.goto(appUrl);
  await button(page, "Hear it").click();
  await shown(button(page, "Stop"));
  const at = page.getByRole("region", { name: "You", exact: true });
  await shoot(page, "visitor-trial-heard", { inView: [button(page, "Stop")], filled: 2, at });
  await skipToEnd(page);
  await shown(page.getByText(/^Your turn\. Say it aloud in Nepali/));
  await shoot(page, "visitor-trial-turn", { filled: 2, at });
  await button(page, "Record yourself").click();
  await shown(button(page, "Finish"));
  await shoot(page, "visitor-trial-recording", { filled: 2, at });
  await button(page, "Finish").click();
  await shown(button(page, "Hear yourself"));
  await shoot(page, "visitor-trial-recorded", { filled: 2, at });
  await button(page, "Hear the reference").click();
  await shown(button(page, "Stop"));
  await shoot(page, "visitor-trial-reference", { filled: 2, at });
});

test("shows sign-up and log-in", async () => {
  const { page } = await openPage();
  const { name, email, password } = newLearner();
  await page.goto(`${appUrl}/login`);
  await heading(page, "Log in");
  const login = page.getByRole("button", { name: "Log in" });
  await shoot(page, "visitor-login", { inView: [page.getByLabel("Email"), login] });
  await login.click();
  await shoot(page, "visitor-login-empty");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await login.click();
  const refused = page.getByText("Incorrect email or password.").first();
  await shown(refused);
  await shoot(page, "visitor-login-refused", { inView: [page.getByLabel("Email"), refused, login] });
  await page.goto(`${appUrl}/forgot-password`);
  await shown(page.getByLabel("Email"));
  await shoot(page, "visitor-forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /Send/ }).click();
  await heading(page, "Check your email");
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
