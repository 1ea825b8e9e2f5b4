import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import { type TableName, tableNames, tables } from "../../../domain/tables.ts";
import { localTableName } from "../../../local/dynamodb.ts";

export type Rows = Record<TableName, Record<string, unknown>[]>;

/** Opens the tables of a local cloud without the handlers. */
export function openTables(dynamodbUrl: string) {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: dynamodbUrl, region: "local", credentials });
  const store = DynamoDBDocumentClient.from(client);
  const rowsIn = async (table: TableName, userId: string) => {
    const { Items = [] } = await store.send(
      new QueryCommand({
        TableName: localTableName(table),
        KeyConditionExpression: "#key = :user",
        ExpressionAttributeNames: { "#key": tables[table].partitionKey },
        ExpressionAttributeValues: { ":user": userId },
        ConsistentRead: true,
      }),
    );
    return Items;
  };
  return {
    put: async (table: TableName, row: Record<string, unknown>) => {
      await store.send(new PutCommand({ TableName: localTableName(table), Item: row }));
    },
    putAll: async (table: TableName, rows: readonly Record<string, unknown>[]) => {
      for (let start = 0; start < rows.length; start += 25) {
        const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
        await store.send(new BatchWriteCommand({ RequestItems: { [localTableName(table)]: requests } }));
      }
    },
    remove: async (table: "profiles" | "subscriptions", userId: string) => {
      const Key = { [tables[table].partitionKey]: userId };
      await store.send(new DeleteCommand({ TableName: localTableName(table), Key }));
    },
    rowsOf: async (userId: string): Promise<Rows> => {
      const rows = await Promise.all(tableNames.map(async (table) => [table, await rowsIn(table, userId)] as const));
      // The list contains one entry for each name of a table.
      return Object.fromEntries(rows) as Rows;
    },
  };
}
