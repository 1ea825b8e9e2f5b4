import { DeleteCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/subscription.ts";
import type { DocumentStore } from "./document-store.ts";
import { rowsOfUser } from "./rows-of-user.ts";
import { type RefuseClosed, writeRow } from "./write-while-open.ts";

/** An open WebSocket connection of a learner. */
export const Connection = z.object({
  user_id: z.string(),
  connection_id: z.string(),
  connected_at: Instant,
  /** Until when its token is good, in seconds since 1970. */
  good_until: z.int(),
  /** When API Gateway has ended it, in seconds since 1970; the database deletes the row some time after that. */
  expires_at: z.int(),
});
export type Connection = z.infer<typeof Connection>;

/** Whether a connection is not to be honoured any more. */
export const isOver = ({ good_until }: Connection, now: Date): boolean => good_until * 1000 <= now.getTime();

export type Connections = {
  /** @throws Refusal "account_closing", "user_gone" */
  add: (connection: Connection) => Promise<void>;
  listOf: (userId: string) => Promise<Connection[]>;
  /** A connection whose learner is not known; null if there is none. One that was added a moment ago may be overlooked. */
  byId: (connectionId: string) => Promise<Connection | null>;
  /** Removes a connection; nothing happens if there is none. */
  remove: (connection: Pick<Connection, "user_id" | "connection_id">) => Promise<void>;
  /** Removes a connection whose learner is not known. One that was added a moment ago may be overlooked. */
  removeById: (connectionId: string) => Promise<void>;
};

/** The connections table: one row per open connection. */
export function connectionsIn(store: DocumentStore, tableName: string, refuseClosed: RefuseClosed): Connections {
  const remove: Connections["remove"] = async ({ user_id, connection_id }) => {
    await store.send(new DeleteCommand({ TableName: tableName, Key: { user_id, connection_id } }));
  };
  const allById = async (connectionId: string): Promise<Connection[]> => {
    const pages = paginateQuery(
      { client: store },
      {
        TableName: tableName,
        IndexName: "by_connection",
        KeyConditionExpression: "connection_id = :connection",
        ExpressionAttributeValues: { ":connection": connectionId },
      },
    );
    const found: Connection[] = [];
    for await (const { Items = [] } of pages) found.push(...Items.map((item) => Connection.parse(item)));
    return found;
  };
  return {
    add: async (connection) => {
      const { user_id, connection_id } = connection;
      const put = new PutCommand({ TableName: tableName, Item: connection });
      const row = { userId: user_id, TableName: tableName, Key: { user_id, connection_id } };
      await writeRow(store, refuseClosed, row, () => store.send(put));
    },
    listOf: (userId) => rowsOfUser(store, tableName, userId, Connection),
    remove,
    byId: async (connectionId) => (await allById(connectionId))[0] ?? null,
    removeById: async (connectionId) => {
      await Promise.all((await allById(connectionId)).map(remove));
    },
  };
}
