/** A storage in memory that behaves as the browser's. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, String(value)),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

/** The same, whose keys `Object.keys` lists as it does a browser's. */
export function listableStorage(): Storage {
  const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  return new Proxy(memoryStorage(), {
    ownKeys: keysOf,
    getOwnPropertyDescriptor: (storage, key) => {
      const value = typeof key === "string" ? storage.getItem(key) : null;
      return value === null ? undefined : { value, enumerable: true, configurable: true };
    },
  });
}
