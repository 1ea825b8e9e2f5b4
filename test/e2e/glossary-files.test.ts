import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { addOwnTerm, glossaryList, openGlossary, termRow } from "./support/glossary.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Import terms" });

async function openNewGlossary(page: Page): Promise<void> {
  await signUpFree(page, appUrl, newLearner());
  await openGlossary(page);
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import terms" }).click();
  await waitUntilShown(dialog(page).getByLabel("File"));
}

async function chooseFile(page: Page, content: string | Buffer): Promise<void> {
  if (!(await dialog(page).isVisible())) await openImport(page);
  const file = { name: "terms.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await dialog(page).getByLabel("File").setInputFiles(file);
}

test("imports new terms after a preview, and names the line of an invalid row", async () => {
  const { page } = await openPage();
  await openNewGlossary(page);
  await addOwnTerm(page, "lease", "भाडा सम्झौता");
  const rows = ["front,back,Audio", "Lease,भाडा सम्झौता,", "=1+1,सूत्र,", "bond,,", "<b>tenant</b>,भाडावाल,"];
  await chooseFile(page, rows.join("\n"));
  await waitUntilShown(dialog(page).getByText("2 new, 1 duplicate, 1 with problems"));
  await waitUntilShown(dialog(page).getByText("Line 4: Nepali is missing"));
  await waitUntilShown(dialog(page).getByText("Columns that are left out: Audio."));
  await expectAccessibleInEveryAppearance(page);
  await dialog(page).getByRole("button", { name: "Save 2 terms" }).click();
  await waitUntilShown(dialog(page).getByText("Added or changed 2 terms in your glossary."));
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await waitUntilShown(glossaryList(page).getByText("3 terms"));
  await waitUntilShown(termRow(page, "=1+1"));
  await waitUntilShown(termRow(page, "<b>tenant</b>"));
});

test("exports a term with quotes and a comma to a file that another learner can import", async () => {
  const { page } = await openPage();
  await openNewGlossary(page);
  await addOwnTerm(page, '-ing "form", or so', "भाडा");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all terms (CSV)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^parlance-glossary-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text.split("\r\n").slice(0, 2)).toEqual(["#separator:Comma", "#html:false"]);
  expect(text).toContain(`"'-ing ""form"", or so","भाडा"`);

  const other = (await openPage()).page;
  await openNewGlossary(other);
  await chooseFile(other, text);
  await dialog(other).getByRole("button", { name: "Save 1 term" }).click();
  await waitUntilShown(dialog(other).getByText("Added or changed 1 term in your glossary."));
  await dialog(other).getByRole("button", { name: "Close" }).click();
  await waitUntilShown(termRow(other, '-ing "form", or so'));
  await chooseFile(other, text);
  await waitUntilShown(dialog(other).getByText("0 new, 1 duplicate"));
  expect(await dialog(other).getByRole("button", { name: /^Save/ }).count()).toBe(0);
});

test("refuses files that are not UTF-8, lack column names or have too many terms", async () => {
  const { page } = await openPage();
  await openNewGlossary(page);
  await chooseFile(page, Buffer.from([0x61, 0xe9, 0x2c]));
  await waitUntilShown(dialog(page).getByText(/^This file is not UTF-8 text\./));
  await expectAccessibleInEveryAppearance(page);
  await chooseFile(page, "lease,भाडा\n");
  await waitUntilShown(dialog(page).getByText(/^Parlance found no columns for the terms\./));
  const many = Array.from({ length: 100_000 }, (_, at) => `term ${at},शब्द ${at}`).join("\n");
  await chooseFile(page, `english,translation\n${many}`);
  await waitUntilShown(dialog(page).getByText(/^The file has more than 5,000 new terms\./));
});

test("shows 50 of 5,000 imported terms, then 50 more, and finds one by a search", async () => {
  const { page } = await openPage();
  await openNewGlossary(page);
  const many = Array.from({ length: 5000 }, (_, at) => `term ${at},शब्द ${at}`).join("\n");
  await chooseFile(page, `english,translation\n${many}`);
  await dialog(page).getByRole("button", { name: "Save 5,000 terms" }).click();
  await waitUntilShown(dialog(page).getByText("Added or changed 5,000 terms in your glossary."));
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await waitUntilShown(glossaryList(page).getByText("5,000 terms", { exact: true }));
  expect(await glossaryList(page).getByRole("listitem").count()).toBe(50);
  await page.getByRole("button", { name: "Show more (4,950 left)" }).click();
  await expect.poll(() => glossaryList(page).getByRole("listitem").count()).toBe(100);
  await page.getByLabel("Search").fill("term 4711");
  await waitUntilShown(glossaryList(page).getByText("1 term of 5,000"));
  await waitUntilShown(termRow(page, "शब्द 4711"));
});

test("shows an imported term that the browser cannot store", async () => {
  const { page } = await openPage();
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...values: Parameters<typeof put>) {
      if (this.name === "changes") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, values);
    };
  });
  await openNewGlossary(page);
  await openImport(page);
  await page.context().setOffline(true);
  await chooseFile(page, "english,translation\nlease,भाडा");
  await dialog(page).getByRole("button", { name: "Save 1 term" }).click();
  await page.getByRole("listitem").filter({ hasText: "Not Stored" }).first().waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await waitUntilShown(termRow(page, "lease"));
});
