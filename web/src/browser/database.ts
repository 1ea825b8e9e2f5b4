import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredDatabase } from "./stored.ts";

export type DatabaseConnection<Schema extends DBSchema> = {
  /** Opens the database on first use and after a close; rejects if the browser refuses. */
  connect: () => Promise<IDBPDatabase<Schema>>;
  close: () => void;
};

/**
 * Creates a connection to a registered database. The connection closes when another tab needs to upgrade or delete the
 * database.
 * @param createStores creates the missing object stores of a new database, or of one with an older version
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
    // Opens the database again at the next call if this call fails.
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

/** True for the browser's error if the device, or the browser's space for this site, is full. */
export function isQuotaExceeded(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "QuotaExceededError";
}

/**
 * Returns the range of keys with a prefix. IndexedDB sorts an array after every string and number, so `[]` ends the
 * range.
 */
export function prefixKeyRange(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}
