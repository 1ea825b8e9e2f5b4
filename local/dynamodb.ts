import { type TableName, tableNames, tables } from "../domain/tables.ts";
import { type RunningDynamodb, startDynamodb as startFake } from "../fakes/dynamodb/dynamodb.ts";
import { type Tables, UnusableTableError } from "../fakes/dynamodb/tables.ts";

/** Thrown when a table that was kept cannot be used, such as one that another version made. */
export class OutdatedTableError extends Error {
  constructor(cause: UnusableTableError) {
    super(`${cause.message} Start afresh with npm run reset.`, { cause });
    this.name = "OutdatedTableError";
  }
}

/** Name of a table in the local cloud. */
export function localTableName(table: TableName): string {
  return `parlance-local-${table}`;
}

/** The domain's tables under their names in the local cloud. */
export const localTables: Tables = Object.fromEntries(
  tableNames.map((table) => [localTableName(table), tables[table]]),
);

/** The environment variables by which handlers know the tables, e.g. PROFILES_TABLE. */
export function tableEnvironment(): Record<string, string> {
  return Object.fromEntries(tableNames.map((table) => [`${table.toUpperCase()}_TABLE`, localTableName(table)]));
}

/**
 * Starts DynamoDB on loopback with every table of the domain in it; port 0 picks a free one. Nothing is kept without a directory.
 * @throws PortTakenError, DirectoryTakenError, OutdatedTableError
 */
export async function startDynamodb(options: {
  port: number;
  directory: string | undefined;
}): Promise<RunningDynamodb> {
  try {
    return await startFake({ ...options, tables: localTables });
  } catch (error) {
    throw error instanceof UnusableTableError ? new OutdatedTableError(error) : error;
  }
}
