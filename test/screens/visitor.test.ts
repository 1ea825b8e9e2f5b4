import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { stubProviderCheck, waitForHeading, waitForToast } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner } from "../e2e/support/learner.ts";
import { pauseToasts } from "../e2e/support/pause-toasts.ts";
import { skipToEnd, watchPlayback } from "../e2e/support/playback.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("captures the landing, privacy, terms, contact, not-found and offline pages", async () => {
  const { page } = await openPage();
  await page.goto(appUrl);
  await waitForHeading(page, "Hear it. Say it. Hear yourself.");
  const start = page.getByRole("main").getByRole("link", { name: "Start practising free" });
  const top = page.getByRole("heading", { level: 1 });
  // Both links “Start practising free” are filled: at the top of the page and at its end.
  await captureScene(page, "visitor-landing", { inView: [top, start, button(page, "Hear it")], filled: 2 });
  await page.getByRole("heading", { name: "Languages" }).scrollIntoViewIfNeeded();
  await waitUntilShown(page.getByText("24 dialogues"));
  await captureScene(page, "visitor-landing-end", { filled: 2, at: page.getByRole("contentinfo") });
  for (const name of ["Privacy", "Terms", "Contact"]) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await waitForHeading(page, name);
    await captureScene(page, `visitor-${name.toLowerCase()}`);
  }
  await page.goto(`${appUrl}/nowhere`);
  await waitForHeading(page, "Oops! Page not found");
  await captureScene(page, "visitor-not-found");
  await page.context().setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await waitForHeading(page, "You are offline");
  await captureScene(page, "visitor-offline");
});

test("captures five states of the trial on the landing page", async () => {
  const { page, context } = await openPage();
  await watchPlayback(context);
  await shortenAudio(page, 120);
  await page.goto(appUrl);
  await button(page, "Hear it").click();
  await waitUntilShown(button(page, "Stop"));
  const at = page.getByRole("region", { name: "You", exact: true });
  await captureScene(page, "visitor-trial-heard", { inView: [button(page, "Stop")], filled: 2, at });
  await skipToEnd(page);
  await waitUntilShown(page.getByText(/^Your turn\. Say it aloud in Nepali/));
  await captureScene(page, "visitor-trial-turn", { filled: 2, at });
  await button(page, "Record yourself").click();
  await waitUntilShown(button(page, "Finish"));
  await captureScene(page, "visitor-trial-recording", { filled: 2, at });
  await button(page, "Finish").click();
  await waitUntilShown(button(page, "Hear yourself"));
  await captureScene(page, "visitor-trial-recorded", { filled: 2, at });
  await button(page, "Hear the reference").click();
  await waitUntilShown(button(page, "Stop"));
  await captureScene(page, "visitor-trial-reference", { filled: 2, at });
});

test("captures the log-in, password reset, sign-up and verification pages", async () => {
  const { page } = await openPage();
  const { name, email, password } = newLearner();
  await page.goto(`${appUrl}/login`);
  await waitForHeading(page, "Log in");
  const login = page.getByRole("button", { name: "Log in" });
  await captureScene(page, "visitor-login", { inView: [page.getByLabel("Email"), login] });
  await login.click();
  await captureScene(page, "visitor-login-empty");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await login.click();
  const refused = page.getByText("Incorrect email or password.").first();
  await waitUntilShown(refused);
  await captureScene(page, "visitor-login-refused", { inView: [page.getByLabel("Email"), refused, login] });
  await page.goto(`${appUrl}/forgot-password`);
  await waitUntilShown(page.getByLabel("Email"));
  await captureScene(page, "visitor-forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /Send/ }).click();
  await waitForHeading(page, "Check Your Email");
  await captureScene(page, "visitor-reset-sent");
  await page.goto(`${appUrl}/signup`);
  const create = page.getByRole("button", { name: "Create Account" });
  await captureScene(page, "visitor-signup", {
    inView: [page.getByLabel("Full name"), create, page.getByRole("main").getByRole("link", { name: "Log in" })],
  });
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill("asha@");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await create.click();
  await captureScene(page, "visitor-signup-mistakes");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await stubProviderCheck(page, appUrl, "google");
  await create.click();
  await waitForToast(page, "Google Account Exists");
  await pauseToasts(page);
  await captureScene(page, "visitor-signup-told", { inView: [page.getByLabel("Full name"), create] });
  await page.unroute("**/check-user-provider");
  await create.click();
  const code = page.getByRole("textbox", { name: /code/i });
  await waitUntilShown(code);
  await waitForToast(page, "Verification Email Sent");
  await pauseToasts(page);
  const verify = page.getByRole("button", { name: "Verify Code" });
  await captureScene(page, "visitor-verify", { inView: [code, verify] });
});
