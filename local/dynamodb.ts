import { type TableName, tableNames, tables } from "../domain/tables.ts";
import { type RunningDynamodb, startDynamodb as startFake } from "../fakes/dynamodb/dynamodb.ts";
import { type Tables, UnusableTableError } from "../fakes/dynamodb/tables.ts";

export class OutdatedTableError extends Error {
  constructor(cause: UnusableTableError) {
    super(`${cause.message} Start afresh with npm run reset.`, { cause });
    this.name = "OutdatedTableError";
  }
}

export function localTableName(table: TableName): string {
  return `parlance-local-${table}`;
}

export const localTables: Tables = Object.fromEntries(
  tableNames.map((table) => [localTableName(table), tables[table]]),
);

export function tableEnvironment(): Record<string, string> {
  return Object.fromEntries(tableNames.map((table) => [`${table.toUpperCase()}_TABLE`, localTableName(table)]));
}

/**
 * Without a directory, the tables are only in memory.
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
