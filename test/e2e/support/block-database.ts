import type { Page } from "playwright-core";

/**
 * Blocks a database of the page, like a slow disk. Later writes to the store wait, and are lost when the page is left.
 * It keeps a transaction open, since later ones wait for it:
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
