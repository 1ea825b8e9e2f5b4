import { setTimeout as wait } from "node:timers/promises";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { type TableKeys, type TableName, tableNames, tables } from "../domain/tables.ts";

/** Thrown when a table that was kept is keyed otherwise than the domain now says. */
export class OutdatedTableError extends Error {
  constructor(table: string) {
    super(`The table ${table} was made by another version. Start afresh with npm run reset.`);
    this.name = "OutdatedTableError";
  }
}

/** How long a table may take to become usable. */
const activeWithinMs = 10_000;

function keySchema({ partitionKey, sortKey }: { partitionKey: string; sortKey?: string }): KeySchemaElement[] {
  const sort: KeySchemaElement[] = sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: "RANGE" }];
  return [{ AttributeName: partitionKey, KeyType: "HASH" }, ...sort];
}

function tableDefinition(name: string, keys: TableKeys): CreateTableCommandInput {
  const indexes = keys.indexes.map((index) => ({
    IndexName: index.name,
    KeySchema: keySchema(index),
    Projection: { ProjectionType: "ALL" as const },
  }));
  const schemas = [keySchema(keys), ...indexes.map(({ KeySchema }) => KeySchema)];
  const attributes = new Set(schemas.flatMap((schema) => schema.map(({ AttributeName }) => AttributeName)));
  return {
    TableName: name,
    KeySchema: keySchema(keys),
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    BillingMode: "PAY_PER_REQUEST",
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  };
}

/** What tells whether two tables are keyed alike, whatever the order of their indexes. */
function keying({ KeySchema, GlobalSecondaryIndexes = [] }: CreateTableCommandInput | TableDescription): string {
  const parts = (schema: readonly KeySchemaElement[] = []) =>
    schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(", ");
  const indexes = GlobalSecondaryIndexes.map((index) => `${index.IndexName}: ${parts(index.KeySchema)}`);
  return [parts(KeySchema), ...indexes.sort()].join("; ");
}

async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function createTable(client: DynamoDBClient, name: string, keys: TableKeys): Promise<void> {
  const definition = tableDefinition(name, keys);
  let table = await describeTable(client, name);
  if (!table) table = (await client.send(new CreateTableCommand(definition))).TableDescription;
  if (table && keying(table) !== keying(definition)) throw new OutdatedTableError(name);
  const deadlineMs = Date.now() + activeWithinMs;
  while ((await describeTable(client, name))?.TableStatus !== "ACTIVE") {
    if (Date.now() > deadlineMs) throw new Error(`The table ${name} is not usable. Start afresh with npm run reset.`);
    await wait(10);
  }
}

/**
 * Creates the tables of the domain that are missing, under the names that `nameOf` gives, and waits until all can be used.
 * @throws OutdatedTableError
 */
export async function createTables(client: DynamoDBClient, nameOf: (table: TableName) => string): Promise<void> {
  await Promise.all(tableNames.map((table) => createTable(client, nameOf(table), tables[table])));
}
