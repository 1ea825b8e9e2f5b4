import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";
import type { StoredDatabase } from "./stored.ts";

/** Opens a database of the register; rejects where the browser gives none. */
export function openStored<Schema extends DBSchema>(
  { key, version }: StoredDatabase,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(key, version, callbacks);
}
