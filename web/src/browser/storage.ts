import type * as z from "zod/mini";
import type { KeyParameterArguments, KeyParameters, StoredItem } from "./stored.ts";

type StorageArea = StoredItem["place"];

// Items that the browser refused to store.
const fallbackItems: Record<StorageArea, Map<string, string>> = { local: new Map(), session: new Map() };
const listeners = new Set<(key: string | null) => void>();

/** Browsers may throw if the storage is blocked or full. */
function tryStorage<Result>(place: StorageArea, work: (storage: Storage) => Result): Result | null {
  try {
    return work(place === "local" ? localStorage : sessionStorage);
  } catch {
    return null;
  }
}

const notifyListeners = (key: string) => {
  for (const watcher of listeners) watcher(key);
};

function readItem(place: StorageArea, key: string): string | null {
  return fallbackItems[place].get(key) ?? tryStorage(place, (storage) => storage.getItem(key));
}

function removeItem(place: StorageArea, key: string): void {
  fallbackItems[place].delete(key);
  tryStorage(place, (storage) => storage.removeItem(key));
  notifyListeners(key);
}

function listKeys(place: StorageArea): string[] {
  const kept = tryStorage(place, (storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""));
  return [...new Set([...(kept ?? []), ...fallbackItems[place].keys()])];
}

/** Cuts the key before the first parameter without a value. */
function fillKey({ key }: StoredItem, filling: Readonly<Partial<Record<string, string>>>) {
  const filled = key.replace(/\{(\w+)\}/g, (blank, name: string) => filling[name] ?? blank);
  const end = /\{\w+\}/.exec(filled)?.index;
  return { start: filled.slice(0, end), isWhole: end === undefined };
}

export function storedKey<Of extends StoredItem>(item: Of, ...[filling]: KeyParameterArguments<Of>): string {
  return fillKey(item, filling ?? {}).start;
}

export function readStored<Of extends StoredItem>(item: Of, ...filling: KeyParameterArguments<Of>): string | null {
  return readItem(item.place, storedKey(item, ...filling));
}

export function parseStored<Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
  }
}

/** If the browser refuses the text, keeps the text in memory and returns false. */
export function writeStored<Of extends StoredItem>(
  item: Of,
  text: string,
  ...filling: KeyParameterArguments<Of>
): boolean {
  const key = storedKey(item, ...filling);
  const isKept = tryStorage(item.place, (storage) => {
    storage.setItem(key, text);
    return true;
  });
  if (isKept) fallbackItems[item.place].delete(key);
  else fallbackItems[item.place].set(key, text);
  notifyListeners(key);
  return isKept ?? false;
}

export function removeStored<Of extends StoredItem>(item: Of, ...filling: KeyParameterArguments<Of>): void {
  removeItem(item.place, storedKey(item, ...filling));
}

/** Each `name` is the end of a key, without the start that `filling` determines. */
export function listStored<Of extends StoredItem>(
  item: Of,
  filling: Partial<KeyParameters<Of>>,
): readonly [name: string, text: string][] {
  const { start } = fillKey(item, filling);
  const keys = listKeys(item.place).filter((key) => key.startsWith(start));
  return keys.map((key) => [key.slice(start.length), readItem(item.place, key) ?? ""]);
}

export function removeListed<Of extends StoredItem>(
  item: Of,
  filling: Partial<KeyParameters<Of>>,
  isToGo: (name: string, text: string) => boolean = () => true,
): void {
  const { start } = fillKey(item, filling);
  for (const [name, text] of listStored(item, filling)) if (isToGo(name, text)) removeItem(item.place, start + name);
}

/** If the item's key does not name the learner, removes the items of all learners. */
export function removeLearnerItems(item: StoredItem, learner: string): void {
  const { start, isWhole } = fillKey(item, { learner });
  if (isWhole) removeItem(item.place, start);
  else for (const key of listKeys(item.place)) if (key.startsWith(start)) removeItem(item.place, key);
}

export function subscribeToStored<Of extends StoredItem>(
  item: Of,
  listener: () => void,
  ...filling: KeyParameterArguments<Of>
): () => void {
  const watched = storedKey(item, ...filling);
  const watcher = (key: string | null) => {
    // A null key means that the whole storage was cleared.
    if (key === null || key === watched) listener();
  };
  const onStorage = ({ key }: StorageEvent) => watcher(key);
  listeners.add(watcher);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(watcher);
    window.removeEventListener("storage", onStorage);
  };
}

export function isStorageBlocked(): boolean {
  return (["local", "session"] as const).some((place) => !tryStorage(place, Boolean));
}
