import type { Page } from "playwright-core";

/** The longest a segment's audio may take to play, in ms. */
const segmentMs = 30_000;

/** Opens an example dialogue from the home page. */
export async function openExample(page: Page, title: RegExp): Promise<void> {
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
}

/** Plays the original to its end, when recording starts by itself. */
export async function listenUntilRecording(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor({ timeout: segmentMs });
}

/** Plays the original, skips what is left of it by keyboard, and waits until recording has started by itself. */
export async function endOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio" }).click();
  const slider = page.getByRole("slider", { name: "Position" }).and(page.locator('[aria-disabled="false"]'));
  await slider.waitFor();
  await slider.press("End");
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
}

/** Waits until at least `seconds` have been recorded, by the recorder's own sound. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const [measure] = performance.getEntriesByName("ended-to-first-sample").slice(-1);
    return measure !== undefined && performance.now() - measure.startTime > wanted * 1000;
  }, seconds);
}

/** Ends the attempt and waits until it can be played. */
export async function finishAttempt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await page.getByRole("button", { name: "Play Your Recording" }).and(page.locator(":enabled")).waitFor();
}

export type StoredTake = {
  key: string;
  type: string;
  attempt: number;
  segmentIndex: number;
  durationSeconds: number;
  wavBase64: string;
};

/** The takes that stand in the browser's IndexedDB. */
export async function storedTakes(page: Page): Promise<StoredTake[]> {
  return page.evaluate(
    () =>
      new Promise<StoredTake[]>((resolve, reject) => {
        const opening = indexedDB.open("parlance");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("takes").objectStore("takes").getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            opening.result.close();
            resolve(
              all.result.map(({ wav, ...take }) => ({
                ...take,
                wavBase64: btoa(Array.from(new Uint8Array(wav), (byte) => String.fromCharCode(byte)).join("")),
              })),
            );
          };
        };
      }),
  );
}
