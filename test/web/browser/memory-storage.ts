/** A storage with the behaviour of a browser's, whose entries tests can inspect. */
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

/** A storage that is full. */
export function fullStorage(): Storage {
  return {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException("No room", "QuotaExceededError");
    },
  };
}
