import type * as z from "zod/mini";
import type { Filling, FillingOf, StoredItem } from "./stored.ts";

type Place = StoredItem["place"];

// What the browser did not store, for as long as the page is open.
const unstored: Record<Place, Map<string, string>> = { local: new Map(), session: new Map() };
const watchers = new Set<(key: string | null) => void>();

/** Does something with a storage; null where the browser refuses it. */
function attempt<Result>(place: Place, work: (storage: Storage) => Result): Result | null {
  try {
    return work(place === "local" ? localStorage : sessionStorage);
  } catch {
    return null;
  }
}

const tellWatchers = (key: string) => {
  for (const watcher of watchers) watcher(key);
};

function read(place: Place, key: string): string | null {
  return unstored[place].get(key) ?? attempt(place, (storage) => storage.getItem(key));
}

function remove(place: Place, key: string): void {
  unstored[place].delete(key);
  attempt(place, (storage) => storage.removeItem(key));
  tellWatchers(key);
}

function keysOf(place: Place): string[] {
  const kept = attempt(place, (storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""));
  return [...new Set([...(kept ?? []), ...unstored[place].keys()])];
}

/** An item's key, as far as its filling goes: what is still in braces ends it. */
function fill({ key }: StoredItem, filling: Readonly<Partial<Record<string, string>>>) {
  const filled = key.replace(/\{(\w+)\}/g, (blank, name: string) => filling[name] ?? blank);
  const end = /\{\w+\}/.exec(filled)?.index;
  return { start: filled.slice(0, end), isWhole: end === undefined };
}

/** The key under which an item is stored. */
export function storedKey<Of extends StoredItem>(item: Of, ...[filling]: FillingOf<Of>): string {
  return fill(item, filling ?? {}).start;
}

/** An item's text; null if there is none. */
export function readStored<Of extends StoredItem>(item: Of, ...filling: FillingOf<Of>): string | null {
  return read(item.place, storedKey(item, ...filling));
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
export function writeStored<Of extends StoredItem>(item: Of, text: string, ...filling: FillingOf<Of>): boolean {
  const key = storedKey(item, ...filling);
  const isKept = attempt(item.place, (storage) => {
    storage.setItem(key, text);
    return true;
  });
  if (isKept) unstored[item.place].delete(key);
  else unstored[item.place].set(key, text);
  tellWatchers(key);
  return isKept ?? false;
}

/** Removes an item. */
export function removeStored<Of extends StoredItem>(item: Of, ...filling: FillingOf<Of>): void {
  remove(item.place, storedKey(item, ...filling));
}

/** What is stored under the keys of an item that begin with a filling: by what follows in the key. */
export function listStored<Of extends StoredItem>(
  item: Of,
  filling: Partial<Filling<Of>>,
): readonly [name: string, text: string][] {
  const { start } = fill(item, filling);
  const keys = keysOf(item.place).filter((key) => key.startsWith(start));
  return keys.map((key) => [key.slice(start.length), read(item.place, key) ?? ""]);
}

/** Removes what `listStored` lists and is to go; all of it unless told. */
export function removeListed<Of extends StoredItem>(
  item: Of,
  filling: Partial<Filling<Of>>,
  isToGo: (name: string, text: string) => boolean = () => true,
): void {
  const { start } = fill(item, filling);
  for (const [name, text] of listStored(item, filling)) if (isToGo(name, text)) remove(item.place, start + name);
}

/** Removes what is stored of a learner under an item's keys. */
export function removeOfLearner(item: StoredItem, learner: string): void {
  const { start, isWhole } = fill(item, { learner });
  if (isWhole) remove(item.place, start);
  else for (const key of keysOf(item.place)) if (key.startsWith(start)) remove(item.place, key);
}

/** Calls `listener` when an item was changed, in this tab or another, until the function given back is called. */
export function watchStored<Of extends StoredItem>(
  item: Of,
  listener: () => void,
  ...filling: FillingOf<Of>
): () => void {
  const watched = storedKey(item, ...filling);
  const watcher = (key: string | null) => {
    // Without a key, all of the storage was cleared.
    if (key === null || key === watched) listener();
  };
  const onStorage = ({ key }: StorageEvent) => watcher(key);
  watchers.add(watcher);
  window.addEventListener("storage", onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", onStorage);
  };
}

/** Whether this browser lets the app store nothing, as some do at their owner's wish. */
export function isStorageBlocked(): boolean {
  return (["local", "session"] as const).some((place) => !attempt(place, Boolean));
}
