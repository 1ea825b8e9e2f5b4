/** Creates a storage that behaves like a browser's. Tests can inspect its entries. */
export function memoryStorage(entries = new Map<string, string>()): Storage {
  return {
    get length() {
      return entries.size;
    },
    key: (at) => [...entries.keys()][at] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** Creates a storage that is full. */
export function fullStorage(): Storage {
  return {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException("No room", "QuotaExceededError");
    },
  };
}
