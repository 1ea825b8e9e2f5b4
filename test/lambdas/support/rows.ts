import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type TableName, tableNames, tables } from "../../../domain/tables.ts";
import { localTableName } from "../../../local/dynamodb.ts";

export type Rows = Record<TableName, Record<string, unknown>[]>;

/** The tables of a local cloud, seen past the handlers. */
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
    /** Everything that is stored of a learner. */
    rowsOf: async (userId: string): Promise<Rows> => {
      const [profiles = [], subscriptions = [], user_progress = [], completed_scenarios = []] = await Promise.all(
        tableNames.map((table) => rowsIn(table, userId)),
      );
      return { profiles, subscriptions, user_progress, completed_scenarios };
    },
  };
}
