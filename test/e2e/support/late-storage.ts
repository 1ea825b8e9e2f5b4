import type { Page } from "playwright-core";

/**
 * Shows a page what other tabs store only after so many ms. Each tab has a view of `localStorage` of its own, and what
 * others write reaches it when the browser gets to that, with no lock between them:
 * https://html.spec.whatwg.org/multipage/webstorage.html#introduction-17 (the warning on threads and consistency).
 */
export async function showStorageLate(page: Page, lateByMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const view = new Map(Object.entries(localStorage));
    const { setItem, removeItem } = Storage.prototype;
    const own = Object.getOwnPropertyDescriptor(window, "localStorage")?.get?.call(window);
    const isLocal = (storage: Storage) => storage === own;
    const getItem = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      return isLocal(this) ? (view.get(key) ?? null) : getItem.call(this, key);
    };
    Storage.prototype.setItem = function (key, value) {
      if (isLocal(this)) view.set(key, `${value}`);
      setItem.call(this, key, value);
    };
    Storage.prototype.removeItem = function (key) {
      if (isLocal(this)) view.delete(key);
      removeItem.call(this, key);
    };
    const show = ({ key, oldValue, newValue, url }: StorageEvent) => {
      if (key === null) view.clear();
      else if (newValue === null) view.delete(key);
      else view.set(key, newValue);
      window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue, url, storageArea: own }));
    };
    window.addEventListener("storage", (event) => {
      if (!event.isTrusted || event.storageArea !== own) return;
      event.stopImmediatePropagation();
      setTimeout(() => show(event), ms);
    });
  }, lateByMs);
}
