import { GetCommand, paginateScan, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Clock } from "../runtime/clock.ts";
import { isConditionFailure } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";

export type ClosingState = "closing" | "closed";

const Mark = z.object({ state: z.enum(["closing", "closed"]) });
const Unswept = z.object({ user_id: z.string(), username: z.optional(z.string()) });

/** `username` is undefined once the deletion has finished. */
export type UnsweptAccount = { userId: string; username: string | undefined };

export type ClosedAccountStore = {
  stateOf: (userId: string) => Promise<ClosingState | null>;
  /** Marks an account as closing, unless it is closed. */
  begin: (user: { userId: string; username: string }) => Promise<void>;
  finish: (userId: string) => Promise<void>;
  unswept: (begunBy: Date) => AsyncIterable<readonly UnsweptAccount[]>;
  /** Marks an account as closed and swept. */
  finishSweep: (userId: string) => Promise<void>;
};

/**
 * Minimum time for which a mark remains after the sweep. Access tokens are valid for an hour. The rest allows for
 * clocks that differ, and for the local cloud's clock, which people can move.
 */
const keptSeconds = 24 * 60 * 60;

/**
 * An access token remains valid until it expires, even after its user is deleted. The marks show which tokens to
 * refuse.
 * See docs/decisions/0113-closed-accounts-leave-no-row.md
 */
export function createClosedAccountStore(store: DocumentStore, tableName: string, clock: Clock): ClosedAccountStore {
  const update = async (userId: string, change: Omit<UpdateCommandInput, "TableName" | "Key">): Promise<void> => {
    const names = { "#state": "state" };
    const input = { TableName: tableName, Key: { user_id: userId }, ExpressionAttributeNames: names, ...change };
    try {
      await store.send(new UpdateCommand(input));
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  };
  return {
    stateOf: async (user_id) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: { user_id }, ConsistentRead: true }),
      );
      return Item ? Mark.parse(Item).state : null;
    },
    begin: ({ userId, username }) =>
      update(userId, {
        UpdateExpression: "SET #state = :closing, username = :username, begun_at = if_not_exists(begun_at, :now)",
        ConditionExpression: "attribute_not_exists(user_id) OR #state = :closing",
        ExpressionAttributeValues: {
          ":closing": "closing" satisfies ClosingState,
          ":username": username,
          ":now": clock.now().toISOString(),
        },
      }),
    finish: (userId) =>
      update(userId, {
        UpdateExpression: "SET #state = :closed REMOVE username",
        ConditionExpression: "attribute_exists(user_id)",
        ExpressionAttributeValues: { ":closed": "closed" satisfies ClosingState },
      }),
    unswept: async function* (begunBy) {
      const pages = paginateScan(
        { client: store },
        {
          TableName: tableName,
          FilterExpression: "attribute_not_exists(expires_at) AND begun_at <= :by",
          ExpressionAttributeValues: { ":by": begunBy.toISOString() },
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) {
        yield Items.map((item) => Unswept.parse(item)).map(({ user_id, username }) => ({ userId: user_id, username }));
      }
    },
    finishSweep: (userId) =>
      update(userId, {
        UpdateExpression: "SET #state = :closed, expires_at = :end REMOVE username",
        ConditionExpression: "attribute_exists(user_id)",
        ExpressionAttributeValues: {
          ":closed": "closed" satisfies ClosingState,
          ":end": Math.ceil(clock.now().getTime() / 1000) + keptSeconds,
        },
      }),
  };
}
