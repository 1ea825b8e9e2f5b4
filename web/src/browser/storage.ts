import type * as z from "zod/mini";
import type { KeyParameterArguments, KeyParameters, StoredItem } from "./stored.ts";

type StorageArea = StoredItem["place"];

// What the browser did not store, for as long as the page is open.
const fallbackItems: Record<StorageArea, Map<string, string>> = { local: new Map(), session: new Map() };
const listeners = new Set<(key: string | null) => void>();

/** Does something with a storage; null where the browser refuses it. */
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

/** An item's key, as far as its filling goes: what is still in braces ends it. */
function fillKey({ key }: StoredItem, filling: Readonly<Partial<Record<string, string>>>) {
  const filled = key.replace(/\{(\w+)\}/g, (blank, name: string) => filling[name] ?? blank);
  const end = /\{\w+\}/.exec(filled)?.index;
  return { start: filled.slice(0, end), isWhole: end === undefined };
}

/** The key under which an item is stored. */
export function storedKey<Of extends StoredItem>(item: Of, ...[filling]: KeyParameterArguments<Of>): string {
  return fillKey(item, filling ?? {}).start;
}

/** An item's text; null if there is none. */
export function readStored<Of extends StoredItem>(item: Of, ...filling: KeyParameterArguments<Of>): string | null {
  return readItem(item.place, storedKey(item, ...filling));
}

/** What a text holds; undefined if it is no JSON or not of that shape. */
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

/**
 * Stores an item's text. What the browser refuses, for want of room or by its settings, lasts until the page is closed.
 * @returns whether it will be there after that
 */
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

/** Removes an item. */
export function removeStored<Of extends StoredItem>(item: Of, ...filling: KeyParameterArguments<Of>): void {
  removeItem(item.place, storedKey(item, ...filling));
}

/** What is stored under the keys of an item that begin with a filling: by what follows in the key. */
export function listStored<Of extends StoredItem>(
  item: Of,
  filling: Partial<KeyParameters<Of>>,
): readonly [name: string, text: string][] {
  const { start } = fillKey(item, filling);
  const keys = listKeys(item.place).filter((key) => key.startsWith(start));
  return keys.map((key) => [key.slice(start.length), readItem(item.place, key) ?? ""]);
}

/** Removes what `listStored` lists and is to go; all of it unless told. */
export function removeListed<Of extends StoredItem>(
  item: Of,
  filling: Partial<KeyParameters<Of>>,
  isToGo: (name: string, text: string) => boolean = () => true,
): void {
  const { start } = fillKey(item, filling);
  for (const [name, text] of listStored(item, filling)) if (isToGo(name, text)) removeItem(item.place, start + name);
}

/** Removes what is stored of a learner under an item's keys. */
export function removeLearnerItems(item: StoredItem, learner: string): void {
  const { start, isWhole } = fillKey(item, { learner });
  if (isWhole) removeItem(item.place, start);
  else for (const key of listKeys(item.place)) if (key.startsWith(start)) removeItem(item.place, key);
}

/** Calls `listener` when an item was changed, in this tab or another, until the function given back is called. */
export function subscribeToStored<Of extends StoredItem>(
  item: Of,
  listener: () => void,
  ...filling: KeyParameterArguments<Of>
): () => void {
  const watched = storedKey(item, ...filling);
  const watcher = (key: string | null) => {
    // Without a key, all of the storage was cleared.
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

/** Whether this browser lets the app store nothing, as some do at their owner's wish. */
export function isStorageBlocked(): boolean {
  return (["local", "session"] as const).some((place) => !tryStorage(place, Boolean));
}
