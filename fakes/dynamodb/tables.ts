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

/** All key attributes are strings. */
export type TableKeys = {
  partitionKey: string;
  sortKey?: string;
  indexes: readonly { name: string; partitionKey: string; sortKey?: string }[];
};

export type Tables = Readonly<Record<string, TableKeys>>;

export class UnusableTableError extends Error {
  constructor(table: string, reason: string) {
    super(`The table ${table} ${reason}.`);
    this.name = "UnusableTableError";
  }
}

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

/** The text does not depend on the order of the indexes. */
function describeKeys({ KeySchema, GlobalSecondaryIndexes = [] }: CreateTableCommandInput | TableDescription): string {
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
  if (table && describeKeys(table) !== describeKeys(definition))
    throw new UnusableTableError(name, "was made with other keys");
  const deadlineMs = Date.now() + activeWithinMs;
  while ((await describeTable(client, name))?.TableStatus !== "ACTIVE") {
    if (Date.now() > deadlineMs) throw new UnusableTableError(name, "is not usable");
    await wait(10);
  }
}

/** @throws UnusableTableError */
export async function createTables(client: DynamoDBClient, tables: Tables): Promise<void> {
  await Promise.all(Object.entries(tables).map(([name, keys]) => createTable(client, name, keys)));
}
