/** A storage that behaves as the browser's, over entries that a test can look at. */
export function memoryStorage(held = new Map<string, string>()): Storage {
  return {
    get length() {
      return held.size;
    },
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, String(value)),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

/** A storage that takes nothing in, as one that is full. */
export function fullStorage(): Storage {
  return {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException("No room", "QuotaExceededError");
    },
  };
}
