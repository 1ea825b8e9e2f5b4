import { DeleteCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/subscription.ts";
import type { DocumentStore } from "./document-store.ts";

/** An open WebSocket connection of a learner. */
export const Connection = z.object({
  user_id: z.string(),
  connection_id: z.string(),
  connected_at: Instant,
  /** When it is over at the latest, in seconds since 1970; the database deletes the row some time after that. */
  expires_at: z.int(),
});
export type Connection = z.infer<typeof Connection>;

export type Connections = {
  add: (connection: Connection) => Promise<void>;
  listOf: (userId: string) => Promise<Connection[]>;
  /** Removes a connection; nothing happens if there is none. */
  remove: (connection: Pick<Connection, "user_id" | "connection_id">) => Promise<void>;
  /** Removes a connection whose learner is not known. One that was added a moment ago may be overlooked. */
  removeById: (connectionId: string) => Promise<void>;
};

type Condition = { IndexName?: string; KeyConditionExpression: string; value: string; ConsistentRead: boolean };

/** The connections table: one row per open connection. */
export function connectionsIn(store: DocumentStore, tableName: string): Connections {
  const query = async ({ value, ...condition }: Condition) => {
    const values = { ":value": value };
    const input = { TableName: tableName, ExpressionAttributeValues: values, ...condition };
    const rows: Connection[] = [];
    for await (const { Items = [] } of paginateQuery({ client: store }, input)) {
      rows.push(...Items.map((item) => Connection.parse(item)));
    }
    return rows;
  };
  const remove: Connections["remove"] = async ({ user_id, connection_id }) => {
    await store.send(new DeleteCommand({ TableName: tableName, Key: { user_id, connection_id } }));
  };
  return {
    add: async (connection) => {
      await store.send(new PutCommand({ TableName: tableName, Item: connection }));
    },
    listOf: (userId) => query({ KeyConditionExpression: "user_id = :value", value: userId, ConsistentRead: true }),
    remove,
    removeById: async (connectionId) => {
      const rows = await query({
        IndexName: "by_connection",
        KeyConditionExpression: "connection_id = :value",
        value: connectionId,
        // An index knows no other way.
        ConsistentRead: false,
      });
      await Promise.all(rows.map(remove));
    },
  };
}
