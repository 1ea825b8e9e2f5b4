import type { Page } from "playwright-core";

declare global {
  interface Window {
    showOthersStorage?: () => void;
  }
}

/**
 * Hides the `localStorage` writes of other tabs from a page. Browsers may show such writes late:
 * https://html.spec.whatwg.org/multipage/webstorage.html#introduction-17 (the warning on threads and consistency).
 */
export async function delayStorageEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const view = new Map(Object.entries(localStorage));
    const delayed: StorageEvent[] = [];
    let isShown = false;
    const { getItem, setItem, removeItem } = Storage.prototype;
    const own = Object.getOwnPropertyDescriptor(window, "localStorage")?.get?.call(window);
    const isLocal = (storage: Storage) => storage === own;
    Storage.prototype.getItem = function (key) {
      return isLocal(this) && !isShown ? (view.get(key) ?? null) : getItem.call(this, key);
    };
    Storage.prototype.setItem = function (key, value) {
      if (isLocal(this)) view.set(key, `${value}`);
      setItem.call(this, key, value);
    };
    Storage.prototype.removeItem = function (key) {
      if (isLocal(this)) view.delete(key);
      removeItem.call(this, key);
    };
    window.addEventListener("storage", (event) => {
      if (isShown || !event.isTrusted || event.storageArea !== own) return;
      event.stopImmediatePropagation();
      delayed.push(event);
    });
    window.showOthersStorage = () => {
      isShown = true;
      for (const { key, oldValue, newValue, url } of delayed) {
        window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue, url, storageArea: own }));
      }
    };
  });
}

export async function releaseStorageOnceLocked(page: Page, lock: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    const heldLocks = async () => (await navigator.locks.query()).held ?? [];
    const own = await navigator.locks.request("who-is-this", async () =>
      (await heldLocks()).find(({ name }) => name === "who-is-this"),
    );
    const isHeld = async () =>
      (await heldLocks()).some(({ name, clientId }) => name === wanted && clientId === own?.clientId);
    while (!(await isHeld())) await new Promise(requestAnimationFrame);
    window.showOthersStorage?.();
  }, lock);
}
