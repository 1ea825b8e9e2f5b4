import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Clock } from "../runtime/clock.ts";
import { isConditionFailure } from "./condition.ts";
import type { DocumentStore } from "./document-store.ts";

/** "closing" while an account is being deleted, "closed" once its user is gone. */
export type Closing = "closing" | "closed";

const ClosedAccount = z.object({ user_id: z.string(), state: z.enum(["closing", "closed"]) });

export type ClosedAccounts = {
  /** How far the deletion of a learner's account is; null if nobody asked for it. */
  stateOf: (userId: string) => Promise<Closing | null>;
  /** Marks an account as being deleted; nothing happens if it is marked already. */
  begin: (userId: string) => Promise<void>;
  /** Marks an account as deleted, for as long as a token of its user may still be about. */
  finish: (userId: string) => Promise<void>;
};

/** Access tokens live for an hour; the rest is for clocks that differ and for the local one, which people move. */
const keptSeconds = 24 * 60 * 60;

/**
 * The closed_accounts table. The user pool's tokens are honoured until they run out, whatever becomes of their user:
 * this is by what such a token is known. It holds the id and nothing else of a learner, and forgets it after a day.
 */
export function closedAccountsIn(store: DocumentStore, tableName: string, clock: Clock): ClosedAccounts {
  return {
    stateOf: async (user_id) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: { user_id }, ConsistentRead: true }),
      );
      return Item ? ClosedAccount.parse(Item).state : null;
    },
    begin: async (user_id) => {
      const Item = { user_id, state: "closing" satisfies Closing };
      try {
        await store.send(
          new PutCommand({ TableName: tableName, Item, ConditionExpression: "attribute_not_exists(user_id)" }),
        );
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },
    finish: async (user_id) => {
      const expires_at = Math.ceil(clock.now().getTime() / 1000) + keptSeconds;
      const Item = { user_id, state: "closed" satisfies Closing, expires_at };
      await store.send(new PutCommand({ TableName: tableName, Item }));
    },
  };
}
