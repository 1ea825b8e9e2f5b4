import { DeleteCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import { maxConnections } from "../../domain/realtime/channel.ts";
import { isConditionFailure, isWritten, retryUntilWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeUnlessClosed } from "./write-unless-closed.ts";

export const Connection = z.object({
  user_id: z.string(),
  seat: z.string(),
  connection_id: z.string(),
  connected_at: Instant,
  /** Expiry of the connection's access token, in seconds since 1970. */
  good_until: z.int(),
  /** Latest end of the connection, in seconds since 1970. DynamoDB deletes the row some time later. */
  expires_at: z.int(),
});
export type Connection = z.infer<typeof Connection>;

export const isTokenExpired = ({ good_until }: Connection, now: Date): boolean => good_until * 1000 <= now.getTime();

export type NewConnection = Omit<Connection, "seat">;

/** A seat has at most one connection, so the number of seats limits the connections. */
const seats = Array.from({ length: maxConnections }, (_, index) => String(index + 1).padStart(2, "0"));

/** `displaced` is the id of the connection that had the seat and whose token had expired; null if there was none. */
export type AddOutcome = { outcome: "added"; displaced: string | null } | { outcome: "full" };

export type ConnectionStore = {
  /** @throws Refusal "account_closing", "user_gone", "changed_meanwhile" */
  add: (connection: NewConnection, now: Date) => Promise<AddOutcome>;
  listOf: (userId: string) => Promise<Connection[]>;
  /** May miss a connection that was just added. */
  byId: (connectionId: string) => Promise<Connection | null>;
  remove: (connection: Pick<Connection, "user_id" | "seat" | "connection_id">) => Promise<void>;
  /** May miss a connection that was just added. */
  removeById: (connectionId: string) => Promise<void>;
};

/** Chooses at random, so that concurrent connections rarely try the same seat. */
function chooseFreeSeat(open: readonly Connection[], now: Date): string | null {
  const taken = new Set(open.map(({ seat }) => seat));
  const empty = seats.filter((seat) => !taken.has(seat));
  const free = empty.length > 0 ? empty : open.filter((one) => isTokenExpired(one, now)).map(({ seat }) => seat);
  return free[Math.floor(Math.random() * free.length)] ?? null;
}

export function createConnectionStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ConnectionStore {
  const listOf: ConnectionStore["listOf"] = (userId) => queryRows(store, tableName, userId, Connection);
  // Removes only this connection's row, because another connection may have taken the seat meanwhile.
  const remove: ConnectionStore["remove"] = async ({ user_id, seat, connection_id }) => {
    const command = new DeleteCommand({
      TableName: tableName,
      Key: { user_id, seat },
      ConditionExpression: "connection_id = :connection",
      ExpressionAttributeValues: { ":connection": connection_id },
    });
    await isWritten(store.send(command));
  };
  const take = async (connection: Connection, now: Date): Promise<AddOutcome | null> => {
    const command = new PutCommand({
      TableName: tableName,
      Item: connection,
      // If the SDK repeats a call whose response was lost, the row is already this connection's.
      ConditionExpression: "attribute_not_exists(seat) OR good_until <= :now OR connection_id = :connection",
      ExpressionAttributeValues: {
        ":now": Math.floor(now.getTime() / 1000),
        ":connection": connection.connection_id,
      },
      ReturnValues: "ALL_OLD",
    });
    try {
      const { Attributes } = await store.send(command);
      const former = Attributes === undefined ? null : Connection.parse(Attributes).connection_id;
      return { outcome: "added", displaced: former === connection.connection_id ? null : former };
    } catch (error) {
      if (isConditionFailure(error)) return null;
      throw error;
    }
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
    add: (connection, now) =>
      retryUntilWritten("Your connection", async () => {
        const seat = chooseFreeSeat(await listOf(connection.user_id), now);
        if (seat === null) return { outcome: "full" };
        const row = { ...connection, seat };
        return writeUnlessClosed(refuseClosed, connection.user_id, {
          write: () => take(row, now),
          undo: () => remove(row),
          hasCreated: (added) => added !== null,
        });
      }),
    listOf,
    remove,
    byId: async (connectionId) => (await allById(connectionId))[0] ?? null,
    removeById: async (connectionId) => {
      await Promise.all((await allById(connectionId)).map(remove));
    },
  };
}
