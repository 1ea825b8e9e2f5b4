import type { Page } from "playwright-core";

/**
 * Holds a database of the page, as a slow disk does: what is written to a store from now on waits until the page is left,
 * and goes with it. A transaction that is never done makes those that come after it wait:
 * https://w3c.github.io/IndexedDB/#transaction-scheduling
 */
export async function blockDatabase(page: Page, database: string, store: string): Promise<void> {
  await page.evaluate(
    (held) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(held.database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const records = opening.result.transaction(held.store, "readwrite").objectStore(held.store);
          const goOn = () => {
            records.count().onsuccess = () => {
              resolve();
              goOn();
            };
          };
          goOn();
        };
      }),
    { database, store },
  );
}
