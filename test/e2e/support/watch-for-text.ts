import type { Page } from "playwright-core";

/** A check from outside the page may miss a text that is visible only briefly. */
export async function watchForText(page: Page, text: string): Promise<() => Promise<boolean>> {
  const noted = await page.evaluateHandle((awaited) => {
    const note = { shown: false };
    const observer = new MutationObserver(() => {
      note.shown ||= document.body.innerText.includes(awaited);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return note;
  }, text);
  return () => noted.evaluate(({ shown }) => shown);
}
