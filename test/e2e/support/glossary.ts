import type { Page } from "playwright-core";
import type { SegmentSide } from "../../../domain/study/term-selection.ts";
import { scriptSideAttribute } from "../../../web/src/features/glossary/selected-range.ts";
import { waitUntilShown } from "./wait-until-shown.ts";

export const glossaryList = (page: Page) => page.getByRole("region", { name: "Your terms" });

export const termRow = (page: Page, text: string) => glossaryList(page).getByRole("listitem").filter({ hasText: text });

export async function openGlossary(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Glossary" }).click();
  await waitUntilShown(page.getByRole("heading", { level: 1, name: "Glossary" }));
}

export async function addOwnTerm(page: Page, english: string, translation: string): Promise<void> {
  await page.getByRole("button", { name: "Add a term" }).click();
  const form = page.getByRole("dialog", { name: "Add a term" });
  await form.getByLabel("English").fill(english);
  await form.getByLabel("Nepali").fill(translation);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
}

export async function selectWords(page: Page, side: SegmentSide, words: string): Promise<void> {
  const script = page.locator(`[${scriptSideAttribute}="${side}"]`);
  await script.evaluate((paragraph, wanted) => {
    // The words may be in a nested element.
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const start = text.textContent?.indexOf(wanted) ?? -1;
      if (start < 0) continue;
      getSelection()?.setBaseAndExtent(text, start, text, start + wanted.length);
      return;
    }
    throw new Error(`The script does not have "${wanted}"`);
  }, words);
}
