import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { shareUrl } from "../../domain/sharing/link-token.ts";
import { apiOf } from "../lambdas/support/call-api.ts";
import { aShare, aToken } from "../lambdas/support/share-builders.ts";
import { createLearner, fetchCode, fetchConfig, password } from "../support/learner.ts";
import { enterCode, submitForm, waitForHeading } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** Creates a link to recordings that have not been uploaded. */
async function createLink(): Promise<string> {
  const [{ apiUrl }, { tokens }] = await Promise.all([fetchConfig(appUrl), createLearner(appUrl)]);
  const share = aShare();
  await apiOf(apiUrl, tokens.AccessToken).ask("create-share", { params: { shareId: randomUUID() }, body: share });
  return shareUrl(appUrl, share.token);
}

const keepLink = (page: Page) => page.getByRole("link", { name: "Add to my inbox" });

async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await keepLink(page).click();
}

async function waitUntilKept(page: Page): Promise<void> {
  await waitForHeading(page, "Inbox");
  await waitUntilShown(page.getByText("Asha: At the counter"));
  await waitUntilShown(page.getByText("Is it too slow?"));
  expect(new URL(page.url()).hash).toBe("");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inbox_token"))).toBeNull();
}

test("a teacher who has to log in first finds the link in the inbox", async () => {
  const link = await createLink();
  const { email } = await createLearner(appUrl, { name: "Maya Gurung" });
  const { page } = await openPage();
  await followLink(page, link);
  await waitForHeading(page, "Log in");
  await submitForm(page, "Log in", { email, password });
  await waitUntilKept(page);

  // The inbox has a separate link for the teacher.
  await page.getByRole("button", { name: "Listen and answer Asha" }).click();
  await waitForHeading(page, "Asha asks for your feedback on 2 recordings of “At the counter”.");
  expect(await keepLink(page).count()).toBe(0);
});

test("a teacher who has to sign up first finds the link in the inbox", async () => {
  const link = await createLink();
  const { name, email } = newLearner();
  const { page } = await openPage();
  await followLink(page, link);
  await waitForHeading(page, "Log in");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await submitForm(page, "Create Account", { name, email, password });
  await waitForHeading(page, "Check Your Email");
  await enterCode(page, await fetchCode(appUrl, email));
  await waitForHeading(page, "Choose Your Plan");
  await page.goto(`${appUrl}/inbox`);
  await waitUntilKept(page);
});

test("the inbox adds a link after a reload if the first request failed", async () => {
  const link = await createLink();
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  const { apiUrl } = await fetchConfig(appUrl);
  const inbox = `${apiUrl}/inbox`;
  await page.route(inbox, (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await followLink(page, link);
  await waitUntilShown(page.getByRole("alert"));
  await page.unroute(inbox);
  await page.reload();
  await waitUntilKept(page);
  await page.getByRole("button", { name: "Remove request from Asha" }).first().click();
  await waitUntilShown(page.getByText("Your inbox has no recordings."));
});

test("the inbox reports an unknown link only once", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/inbox#${aToken()}`);
  await waitUntilShown(page.getByRole("alert"));
  await page.reload();
  await waitUntilShown(page.getByText("Your inbox has no recordings."));
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem("inbox_token"))).toBeNull();
});
