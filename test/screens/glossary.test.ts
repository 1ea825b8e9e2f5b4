import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { glossaryList, openGlossary, selectWords } from "../e2e/support/glossary.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { openExample } from "../e2e/support/practice.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const file = [
  "english,translation,sentence,note,topic,language",
  "lease,भाडा सम्झौता,Please read the lease before you sign it.,Always in writing,housing,",
  "chest pain,छाती दुख्ने,,,health,",
  "community legal centre,सामुदायिक कानुनी केन्द्र,,Free advice; not a law firm,legal,",
  "referral,ریفرل,آپ کو ماہر کے لیے ریفرل چاہیے ہو گا۔,,health,urdu",
  "bulk billing,بلک بلنگ,,The patient pays nothing,health,urdu",
  "no translation,,,,,",
];

test("captures the glossary with and without terms", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openGlossary(page);
  await waitUntilShown(page.getByRole("heading", { name: "See up to 20 terms before you practise" }));
  await captureScene(page, "glossary-empty");
  await page.getByRole("button", { name: "Import terms" }).click();
  const dialog = page.getByRole("dialog", { name: "Import terms" });
  const buffer = Buffer.from(file.join("\n"));
  await dialog.getByLabel("File").setInputFiles({ name: "terms.csv", mimeType: "text/csv", buffer });
  await waitUntilShown(dialog.getByText("5 new, 0 duplicates, 1 with problems"));
  await captureScene(page, "glossary-import", { inView: [dialog.getByRole("button", { name: "Save 5 terms" })] });
  await dialog.getByRole("button", { name: "Save 5 terms" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await waitUntilShown(glossaryList(page).getByText("3 terms", { exact: true }));
  await captureScene(page, "glossary-terms");
  await page.getByLabel("Language").selectOption({ label: "Urdu" });
  await waitUntilShown(glossaryList(page).getByText("2 terms", { exact: true }));
  await captureScene(page, "glossary-urdu", { at: glossaryList(page) });
  await page.getByRole("button", { name: "Edit referral" }).click();
  await captureScene(page, "glossary-form");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete referral" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await captureScene(page, "glossary-deleted", { at: undo, inView: [undo] });
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await waitUntilShown(page.getByText(/^1 of 20/));
  await page.keyboard.press("Enter");
  await captureScene(page, "glossary-ready", { inView: [page.getByRole("button", { name: "Next" })] });
});

test("captures a selection in a transcript", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Translated Script" }));
  await selectWords(page, "original", "Doctor Collins");
  const add = page.getByRole("button", { name: "Add to glossary" });
  await captureScene(page, "glossary-selection", { at: add, inView: [add] });
});
