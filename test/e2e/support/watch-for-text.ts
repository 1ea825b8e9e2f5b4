import type { Page } from "playwright-core";

/**
 * Has a page note whether a text shows in it from now on, however briefly: a look from outside comes too late for what is
 * over within a moment.
 * @returns whether it has shown by now
 */
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
