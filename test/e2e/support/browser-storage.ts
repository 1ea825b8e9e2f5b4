import type { Page } from "playwright-core";

/** Names, and the number of records in each database. */
export type BrowserStorage = {
  local: string[];
  session: string[];
  databases: Record<string, number>;
  caches: string[];
  cookies: string[];
};

export async function readBrowserStorage(page: Page): Promise<BrowserStorage> {
  const cookies = (await page.context().cookies(page.url())).map(({ name }) => name);
  const rest = await page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const countIn = async (name: string) => {
      const database = await settled(indexedDB.open(name));
      try {
        const names = [...database.objectStoreNames];
        const stores = names.length === 0 ? [] : names.map((store) => database.transaction(store).objectStore(store));
        const counts = await Promise.all(stores.map((store) => settled(store.count())));
        return counts.reduce((sum, count) => sum + count, 0);
      } finally {
        database.close();
      }
    };
    const names = (await indexedDB.databases()).map(({ name = "" }) => name).sort();
    const counted = await Promise.all(
      names.map(async (name): Promise<[string, number]> => [name, await countIn(name)]),
    );
    return {
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage).sort(),
      databases: Object.fromEntries(counted),
      caches: await caches.keys(),
    };
  });
  return { ...rest, cookies };
}
