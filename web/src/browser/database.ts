import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredDatabase } from "./stored.ts";

export type DatabaseConnection<Schema extends DBSchema> = {
  connect: () => Promise<IDBPDatabase<Schema>>;
  close: () => void;
};

/**
 * The connection closes when another tab needs to upgrade or delete the database.
 * @param createStores runs for a new database, and after an increase of the version
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

export function isQuotaExceeded(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "QuotaExceededError";
}

/** IndexedDB sorts an array after every string and number, so `[]` ends the range. */
export function prefixKeyRange(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}
