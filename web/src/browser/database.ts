import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredDatabase } from "./stored.ts";

/** A way to a database of the register. */
export type DatabaseConnection<Schema extends DBSchema> = {
  /** The database, opened when it is first needed, and again after it was closed; rejects where the browser gives none. */
  connect: () => Promise<IDBPDatabase<Schema>>;
  close: () => void;
};

/**
 * A connection to a database of the register. It gives way when a newer version of the app in another tab waits for it.
 * @param createStores makes what the database has, in a new one
 */
export function createDatabaseConnection<Schema extends DBSchema>(
  { key, version }: StoredDatabase,
  createStores: (database: IDBPDatabase<Schema>) => void,
): DatabaseConnection<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const close = () => {
    void opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    opening = undefined;
  };
  const open = () => {
    const opened = openDB<Schema>(key, version, { upgrade: createStores, blocking: close, terminated: close });
    // The browser may refuse before this function returns; only afterwards is there something to forget.
    opened.catch(() => {
      if (opening === opened) opening = undefined;
    });
    return opened;
  };
  return {
    connect: () => {
      opening ??= open();
      return opening;
    },
    close,
  };
}

/** All keys that begin so: IndexedDB orders an array after every string and number, so `[]` ends the range. */
export function prefixKeyRange(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}
