import type { Page } from "playwright-core";

/**
 * Simulates a slow disk: an open transaction makes later writes to the store wait. Writes that still wait are lost when
 * the page closes.
 * https://w3c.github.io/IndexedDB/#transaction-scheduling
 */
export async function blockDatabase(page: Page, database: string, store: string): Promise<void> {
  await page.evaluate(
    (target) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(target.database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const records = opening.result.transaction(target.store, "readwrite").objectStore(target.store);
          const next = () => {
            records.count().onsuccess = () => {
              resolve();
              next();
            };
          };
          next();
        };
      }),
    { database, store },
  );
}
