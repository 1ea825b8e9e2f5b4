import type { Page } from "playwright-core";
import { waitUntilShown } from "./wait-until-shown.ts";

export const glossaryList = (page: Page) => page.getByRole("region", { name: "Your terms" });

export const termRow = (page: Page, text: string) => glossaryList(page).getByRole("listitem").filter({ hasText: text });

export async function openGlossary(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Glossary" }).click();
  await waitUntilShown(page.getByRole("heading", { level: 1, name: "Glossary" }));
}

/** Adds an own term on the glossary page. */
export async function addOwnTerm(page: Page, english: string, translation: string): Promise<void> {
  await page.getByRole("button", { name: "Add a term" }).click();
  const form = page.getByRole("dialog", { name: "Add a term" });
  await form.getByLabel("English").fill(english);
  await form.getByLabel("Nepali").fill(translation);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
}

/** Selects words in a transcript, as a drag of the mouse or a caret does. */
export async function selectWords(page: Page, heading: string, words: string): Promise<void> {
  const script = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: heading }) })
    .locator("p");
  await script.evaluate((paragraph, wanted) => {
    const text = paragraph.firstChild;
    const start = text?.textContent?.indexOf(wanted) ?? -1;
    if (!text || start < 0) throw new Error(`The script does not have "${wanted}"`);
    getSelection()?.setBaseAndExtent(text, start, text, start + wanted.length);
  }, words);
}
