import type { Page } from "playwright-core";

/**
 * The state of the storage: it works, it has no space for audio (as on a nearly full disk), or the browser refuses it.
 */
export type StorageState = "open" | "full" | "refused";

/** Makes a page's storage follow `setStorage`. */
export async function controlStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      const isFull = sessionStorage.getItem("storage") === "full";
      if (isFull && value instanceof ArrayBuffer) throw new DOMException("No room", "QuotaExceededError");
      return put.call(this, value, key);
    };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (sessionStorage.getItem("storage") === "refused")
        throw new DOMException("Not in a private window", "InvalidStateError");
      return open.call(this, name, version);
    };
  });
}

/** The state survives a reload. */
export const setStorage = (page: Page, storage: StorageState) =>
  page.evaluate((wanted) => sessionStorage.setItem("storage", wanted), storage);
