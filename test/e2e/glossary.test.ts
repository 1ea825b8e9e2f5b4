import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { waitForToast } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { addOwnTerm, glossaryList, openGlossary, selectWords, termRow } from "./support/glossary.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample } from "./support/practice.ts";
import { segmentAudioPattern } from "./support/segment-audio-pattern.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const form = (page: Page) => page.getByRole("dialog", { name: "Add a term" });
const hasFocus = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).evaluate((button) => button === document.activeElement);

async function openThirdSegment(page: Page): Promise<void> {
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button").nth(2).click();
  await page.getByText("Segment 3/10").waitFor();
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Original Script" }));
}

test("adds selected words with the sentence and the sound of their segment", async () => {
  const { page } = await openPage();
  await openThirdSegment(page);
  const add = page.getByRole("button", { name: "Add to glossary" });
  expect(await add.count()).toBe(0);
  await selectWords(page, "original", "chest pain");
  await waitUntilShown(add);
  await expectAccessibleInEveryAppearance(page);
  await add.focus();
  await page.keyboard.press("Enter");
  await waitUntilShown(form(page));
  expect(await form(page).getByLabel("English").inputValue()).toBe("chest pain");
  const nepali = form(page).getByLabel("Nepali");
  expect(await nepali.inputValue()).toBe("छाती दुख्ने");
  expect(await nepali.getAttribute("lang")).toBe("ne");
  expect(await form(page).getByLabel("Sentence").inputValue()).toBe(
    "Have you also had a fever, chest pain or any trouble breathing during these three weeks?",
  );
  expect(await form(page).getByLabel("Topic").inputValue()).toBe("example");
  await expectAccessibleInEveryAppearance(page);
  await form(page).getByRole("button", { name: "Save" }).click();
  await waitForToast(page, "Term Saved", "It is in your glossary.");
  expect(await add.count()).toBe(0);

  // The selected word is Nepali, so the English word comes from the scoring unit.
  await selectWords(page, "translation", "ज्वरो");
  await add.click();
  expect(await form(page).getByLabel("English").inputValue()).toBe("fever");
  await page.keyboard.press("Escape");

  await openGlossary(page);
  const row = termRow(page, "chest pain");
  await waitUntilShown(row.getByText("छाती दुख्ने"));
  await waitUntilShown(row.getByText("Example · Due today"));
  await row.getByRole("button", { name: "Play the segment of chest pain" }).click();
  await waitUntilShown(row.getByRole("button", { name: "Stop the segment of chest pain" }));
  await page.reload();
  await waitUntilShown(row);
});

test("adds selected words of a marking sheet with the sound of their segment", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const segments = [interpretedSegment(3), interpretedSegment(3), interpretedSegment(3)];
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", segments)]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  for (const segment of [1, 2, 3]) {
    await waitUntilShown(page.getByRole("heading", { name: `Segment ${segment} of 3` }));
    if (segment < 3) await page.keyboard.press("n");
  }
  await selectWords(page, "original", "chest pain");
  await page.getByRole("button", { name: "Add to glossary" }).click();
  expect(await form(page).getByLabel("English").inputValue()).toBe("chest pain");
  expect(await form(page).getByLabel("Nepali").inputValue()).toBe("छाती दुख्ने");
  await expectAccessibleInEveryAppearance(page);
  // These letters are shortcuts of the marking sheet.
  await form(page).getByLabel("Note").pressSequentially("mop");
  await form(page).getByRole("button", { name: "Save" }).click();
  await waitForToast(page, "Term Saved", "It is in your glossary.");
  await waitUntilShown(page.getByRole("heading", { name: "Segment 3 of 3" }));
  await waitUntilShown(page.getByText("0 of 3 marked"));
  await openGlossary(page);
  const row = termRow(page, "chest pain");
  await row.getByRole("button", { name: "Play the segment of chest pain" }).click();
  await waitUntilShown(row.getByRole("button", { name: "Stop the segment of chest pain" }));
});

test("shows why the sound of a term cannot be played", async () => {
  const { page } = await openPage();
  await openThirdSegment(page);
  await page.getByRole("button", { name: "Add a term" }).click();
  await form(page).getByLabel("English").fill("fever");
  await form(page).getByLabel("Nepali").fill("ज्वरो");
  await form(page).getByRole("button", { name: "Save" }).click();
  await openGlossary(page);
  await page.route(segmentAudioPattern(3), (route) => route.abort("internetdisconnected"));
  await page.evaluate(() => indexedDB.deleteDatabase("parlance-audio"));
  await page.reload();
  await termRow(page, "fever").getByRole("button", { name: /^Play/ }).click();
  await waitUntilShown(page.getByText("The sound could not be played. Check your connection and try again."));
});

test("adds, edits, deletes and restores a learner's terms", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openGlossary(page);
  await waitUntilShown(page.getByText("No terms in Nepali to show."));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Add a term" }).focus();
  await page.keyboard.press("Enter");
  await form(page).getByLabel("English").press("Enter");
  await waitUntilShown(page.getByText("Please enter the term in English"));
  expect(
    await form(page)
      .getByLabel("English")
      .evaluate((input) => input === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await addOwnTerm(page, "lease", "भाडा सम्झौता");
  await addOwnTerm(page, "résumé", "बायोडाटा");
  await waitUntilShown(glossaryList(page).getByText("2 terms"));
  expect(await page.getByRole("link", { name: "Go to Review" }).getAttribute("href")).toBe("/review");
  await waitUntilShown(page.getByText("2 terms due today"));
  await expectAccessibleInEveryAppearance(page);

  await page.getByLabel("Search").fill("RESUME");
  await waitUntilShown(glossaryList(page).getByText("1 term of 2"));
  expect(await termRow(page, "lease").count()).toBe(0);
  await page.getByRole("button", { name: "Edit résumé" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit term" });
  await edit.getByLabel("Note").fill("CV in Australia");
  await edit.getByLabel("Topic").selectOption({ label: "Employment" });
  await edit.getByRole("button", { name: "Save" }).click();
  await waitUntilShown(termRow(page, "CV in Australia").getByText("Employment"));
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Topic", { exact: true }).selectOption({ label: "Employment" });
  await waitUntilShown(glossaryList(page).getByText("1 term of 2"));

  await page.getByRole("button", { name: "Delete résumé" }).press("Enter");
  await waitUntilShown(page.getByText("résumé was deleted."));
  await expect.poll(() => hasFocus(page, "Undo")).toBe(true);
  await page.reload();
  await waitUntilShown(glossaryList(page).getByText("1 term", { exact: true }));
  await page.getByRole("button", { name: "Delete lease" }).press("Enter");
  await expect.poll(() => hasFocus(page, "Undo")).toBe(true);
  await page.keyboard.press("Enter");
  await waitUntilShown(termRow(page, "lease"));
  expect(await page.getByText("lease was deleted.").count()).toBe(0);
});

test("reports a duplicate term, and opens the existing term", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openGlossary(page);
  await addOwnTerm(page, "lease", "भाडा सम्झौता");
  await page.getByRole("button", { name: "Add a term" }).click();
  await form(page).getByLabel("English").fill(" LEASE ");
  await form(page).getByLabel("Nepali").fill("भाडा सम्झौता");
  await form(page).getByRole("button", { name: "Save" }).click();
  await waitUntilShown(page.getByText("This term is already in your glossary."));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Open the existing term" }).click();
  const edit = page.getByRole("dialog", { name: "Edit term" });
  expect(await edit.getByLabel("English").inputValue()).toBe("lease");
  await edit.getByRole("button", { name: "Save" }).click();
  await waitUntilShown(glossaryList(page).getByText("1 term", { exact: true }));
});
