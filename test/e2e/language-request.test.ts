import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { languageNames } from "../../domain/content/language.ts";
import { waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "./support/learner.ts";
import { createPaidLearner } from "./support/payments.ts";
import { refuse } from "./support/settings.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({ notSaved: ["Change Not Saved", "Out of order."] });
const tell = (page: Page) => page.getByRole("button", { name: "Email me when it has dialogues" });
const stop = (page: Page) => page.getByRole("button", { name: "Do not email me" });
const waits = (page: Page, language: string, email: string) =>
  page.getByText(`Our team will email you at ${email} when ${language} has dialogues.`, { exact: true });

async function choose(page: Page, label: string, language: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(language);
  await page.getByRole("option", { name: new RegExp(`^${language}`) }).click();
}

test("stores and withdraws a request for a language by the Enter key", async () => {
  const { page, problems } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await choose(page, "Look up your language", "Bulgarian");
  await waitUntilShown(page.getByText(/^Bulgarian has no dialogues yet\./));
  await waitUntilShown(tell(page));
  await expectAccessibleInEveryAppearance(page);
  await tell(page).focus();
  await page.keyboard.press("Enter");
  await waitUntilShown(waits(page, "Bulgarian", learner.email));
  await expectAccessibleInEveryAppearance(page);
  await page.reload();
  await waitForHeading(page, "Choose Your Plan");
  await choose(page, "Look up your language", "Bulgarian");
  await waitUntilShown(waits(page, "Bulgarian", learner.email));
  await stop(page).focus();
  await page.keyboard.press("Enter");
  await waitUntilShown(tell(page));
  expect(await tell(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await choose(page, "Look up your language", "Spanish");
  await waitUntilShown(
    page.getByText(
      /^Spanish has \d+ dialogues in \d+ topics, .* Spanish has enough dialogues for \d+ mock exams\. No dialogue in Spanish is free\.$/,
    ),
  );
  expect(await tell(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("reports that a request for a language was not stored", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await choose(page, "Look up your language", "Thai");
  await refuse(page, "/awaited-languages/thai", 500, "internal_error", "Out of order.");
  await tell(page).click();
  await toasts.sees(page, "notSaved");
  await page.unrouteAll();
  await tell(page).click();
  await waitUntilShown(waits(page, "Thai", learner.email));
});

test("lists the requested languages in the profile, where a request can be withdrawn", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/profile`);
  for (const language of ["Thai", "Bulgarian"]) {
    await choose(page, "Language preference", language);
    await tell(page).click();
    await waitUntilShown(waits(page, language, learner.email));
  }
  await page.reload();
  const section = page.getByRole("region", { name: "Languages you requested" });
  await waitUntilShown(section);
  expect(await section.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining("Bulgarian"),
    expect.stringContaining("Thai"),
  ]);
  await expectAccessibleInEveryAppearance(page);
  await section
    .getByRole("listitem")
    .filter({ hasText: "Thai" })
    .getByRole("button", { name: "Do not email me" })
    .click();
  await waitUntilShown(
    section
      .getByRole("listitem")
      .filter({ hasText: "Thai" })
      .getByRole("button", { name: "Email me when it has dialogues" }),
  );
  await page.reload();
  await waitUntilShown(section);
  expect(await section.getByRole("listitem").count()).toBe(1);
  await page.route("**/public/catalogue.json", (route) =>
    route.fulfill({
      json: { languages: [{ language: "bulgarian", dialogues: 2 }] },
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await page.reload();
  await waitUntilShown(section.getByText("Bulgarian has 2 dialogues.", { exact: true }));
});

test("stores a request from the empty list of a language without dialogues", async () => {
  const { page } = await openPage();
  const learner = await createPaidLearner(page, appUrl);
  await page.goto(`${appUrl}/language`);
  await choose(page, "Language", "Bulgarian");
  await waitUntilShown(tell(page));
  await page.getByRole("button", { name: "Continue" }).click();
  await waitForHeading(page, "No topics available");
  await tell(page).click();
  await waitUntilShown(waits(page, "Bulgarian", learner.email));
  await expectAccessibleInEveryAppearance(page);
});

test("lists languages with dialogues first", async () => {
  const { page } = await openPage();
  await createPaidLearner(page, appUrl);
  await page.goto(`${appUrl}/language`);
  await page.getByRole("combobox", { name: "Language" }).click();
  await waitUntilShown(page.getByRole("option").filter({ hasText: "No dialogues yet" }).first());
  const lacks = (await page.getByRole("option").allInnerTexts()).map((text) => text.includes("No dialogues yet"));
  expect(lacks).toHaveLength(languageNames.length);
  expect(lacks[0], "one that has dialogues comes first").toBe(false);
  expect(lacks.lastIndexOf(false)).toBeLessThan(lacks.indexOf(true));
});
