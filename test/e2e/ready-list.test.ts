import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { glossaryList, openGlossary, termRow } from "./support/glossary.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const run = (page: Page) => page.getByRole("dialog", { name: "20 terms before you practise" });
const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true }).click();

test("shows 20 terms one by one, and adds chosen terms to the glossary", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openGlossary(page);
  await start(page);
  await waitUntilShown(run(page).getByText("1 of 20 · about 4 minutes left. Press Keep or K to keep this term."));
  // The first terms of the first example dialogue are in its third segment.
  await waitUntilShown(run(page).getByText("fever", { exact: true }));
  await waitUntilShown(run(page).getByText("Say it aloud in Nepali."));
  expect(await run(page).getByText("ज्वरो", { exact: true }).count()).toBe(0);
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Enter");
  await waitUntilShown(run(page).getByText("ज्वरो", { exact: true }));
  await waitUntilShown(run(page).getByText(/^Have you also had a fever/));
  await page.keyboard.press("k");
  await waitUntilShown(run(page).getByText("Kept in your glossary."));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Enter");
  await waitUntilShown(run(page).getByText("chest pain", { exact: true }));
  expect(await run(page).getByText("Kept in your glossary.").count()).toBe(0);
  for (let term = 2; term <= 20; term += 1) {
    await waitUntilShown(run(page).getByText(new RegExp(`^${term} of 20`)));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
  }
  await waitUntilShown(run(page).getByText("End of the list. You kept 1 of 20 terms."));
  await run(page).getByRole("button", { name: "Keep the other 19" }).click();
  await waitUntilShown(run(page).getByText("End of the list. You kept 20 of 20 terms."));
  await run(page).getByRole("button", { name: "Close" }).click();
  await waitUntilShown(glossaryList(page).getByText("20 terms", { exact: true }));
  await waitUntilShown(termRow(page, "chest pain").getByText("छाती दुख्ने"));

  await start(page);
  const next = page.getByRole("dialog", { name: /before you practise/ });
  await waitUntilShown(next.getByText(/^1 of/));
  expect(await next.getByText("fever", { exact: true }).count()).toBe(0);
});

test("lists terms of the chosen topic after a failed load and a retry", async () => {
  const { page } = await openPage();
  await createSubscriber(page, appUrl, "Plus");
  await openGlossary(page);
  await page.getByLabel("Topic of the dialogues").selectOption({ label: "Housing" });
  await page.route("**/house-1/metadata.json*", (route) => route.abort("internetdisconnected"));
  await start(page);
  await waitUntilShown(page.getByText("The terms could not be loaded. Check your connection and try again."));
  await expectAccessibleInEveryAppearance(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  const list = page.getByRole("dialog", { name: /before you practise/ });
  await waitUntilShown(list.getByText(/^1 of/));
  await list.getByRole("button", { name: "Keep", exact: true }).click();
  await list.getByRole("button", { name: "Stop" }).click();
  await waitUntilShown(glossaryList(page).getByText(/^Housing · Due today$/));
});
