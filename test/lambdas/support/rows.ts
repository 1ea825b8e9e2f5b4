import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import { type CountedCall, callsCountedByLearner } from "../../../domain/call-limit.ts";
import { type TableName, tableNames, tables } from "../../../domain/tables.ts";
import { localTableName } from "../../../local/dynamodb.ts";

export type Rows = Record<TableName, Record<string, unknown>[]>;

export const countKey = (kind: CountedCall, subject: string) =>
  `${kind}#${createHash("sha256").update(subject).digest("base64url")}`;

export function openTables(dynamodbUrl: string) {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: dynamodbUrl, region: "local", credentials });
  const store = DynamoDBDocumentClient.from(client);
  const query = async (table: TableName, key: string, index?: { name: string; partitionKey: string }) => {
    const { Items = [] } = await store.send(
      new QueryCommand({
        TableName: localTableName(table),
        KeyConditionExpression: "#key = :key",
        ExpressionAttributeNames: { "#key": (index ?? tables[table]).partitionKey },
        ExpressionAttributeValues: { ":key": key },
        // A global index has no consistent reads.
        ...(index ? { IndexName: index.name } : { ConsistentRead: true }),
      }),
    );
    return Items;
  };
  const countsOf = async (userId: string) => {
    const Keys = callsCountedByLearner.map((kind) => ({ counted: countKey(kind, userId) }));
    const TableName = localTableName("call_counts");
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
    const rows = (await store.send(command)).Responses?.[TableName] ?? [];
    return Keys.flatMap(({ counted }) => rows.filter((row) => row["counted"] === counted));
  };
  const rowsIn = (table: TableName, userId: string) => {
    if (table === "call_counts") return countsOf(userId);
    return query(table, userId, table === "share_links" ? tables.share_links.indexes[0] : undefined);
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
    rowsWithKey: (table: TableName, key: string) => query(table, key),
    /** Includes links and counts, whose keys do not contain the learner's id. */
    rowsOf: async (userId: string): Promise<Rows> => {
      const rows = await Promise.all(tableNames.map(async (table) => [table, await rowsIn(table, userId)] as const));
      // The list contains one entry for each name of a table.
      return Object.fromEntries(rows) as Rows;
    },
  };
}
