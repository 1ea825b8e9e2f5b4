import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Subscription } from "../../domain/subscription.ts";
import { isConditionFailure } from "./condition.ts";
import type { DocumentStore } from "./document-store.ts";

export type Subscriptions = {
  get: (userId: string) => Promise<Subscription | null>;
  /**
   * Stores `next` in place of `previous`; false, and nothing stored, if the row is no longer as `previous` was read.
   */
  replace: (previous: Subscription | null, next: Subscription) => Promise<boolean>;
};

/** An index key may be absent but never null, so a plan without an end has no `end_date` at all. */
function toItem({ end_date, ...rest }: Subscription): Record<string, unknown> {
  return end_date === null ? rest : { ...rest, end_date };
}

const fromItem = (item: Record<string, unknown>): Subscription => Subscription.parse({ end_date: null, ...item });

/** The subscriptions table, at most one row per learner. */
export function subscriptionsIn(store: DocumentStore, tableName: string): Subscriptions {
  return {
    get: async (userId) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: { user_id: userId }, ConsistentRead: true }),
      );
      return Item ? fromItem(Item) : null;
    },
    replace: async (previous, next) => {
      const unchanged = previous
        ? {
            ConditionExpression: "updated_at = :previous",
            ExpressionAttributeValues: { ":previous": previous.updated_at },
          }
        : { ConditionExpression: "attribute_not_exists(user_id)" };
      try {
        await store.send(new PutCommand({ TableName: tableName, Item: toItem(next), ...unchanged }));
        return true;
      } catch (error) {
        if (isConditionFailure(error)) return false;
        throw error;
      }
    },
  };
}
