import { createHash } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand, paginateQuery, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { Subscription } from "../../domain/plans/subscription.ts";
import { isConditionFailure } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type SubscriptionStore = {
  get: (userId: string) => Promise<Subscription | null>;
  /** Reads an index, which may lack the last write. */
  findByCustomer: (customerId: string) => Promise<Subscription | null>;
  /** Returns null, and stores nothing, if the row has changed since `previous` was read. */
  replace: (previous: Subscription | null, next: Subscription) => Promise<Subscription | null>;
  /** Returns false, and removes nothing, if the row has changed since it was read. */
  remove: (read: Subscription) => Promise<boolean>;
  /** The paid rows that end on a UTC day ("2026-11-21") and not after `now`. */
  endedOn: (day: string, now: Date) => AsyncIterable<readonly (Subscription | UnreadableRowError)[]>;
};

/** The message identifies the row and does not name the learner. */
export class UnreadableRowError extends Error {
  constructor({ user_id, end_date }: Record<string, unknown>, misfit: string) {
    const hash = createHash("sha256").update(String(user_id)).digest("hex");
    super(`The subscription that ends at ${end_date} (SHA-256 of its user_id: ${hash}) cannot be read: ${misfit}`);
    this.name = "UnreadableRowError";
  }
}

export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** An index requires its keys to be absent rather than null. So a plan without an end has no `end_date`. */
function toItem({ end_date, ...rest }: Subscription): Record<string, unknown> {
  if (end_date === null) return rest;
  const canExpire = rest.plan_type !== "free";
  return { ...rest, end_date, ...(canExpire ? { expiry_day: dayOf(end_date) } : {}) };
}

const fromItem = (item: Record<string, unknown>): Subscription => Subscription.parse({ end_date: null, ...item });

function fromIndexItem(item: Record<string, unknown>): Subscription | UnreadableRowError {
  const { data, error } = Subscription.safeParse({ end_date: null, ...item });
  if (data) return data;
  return new UnreadableRowError(
    item,
    error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
  );
}

function unchangedCondition(previous: Subscription | null) {
  if (!previous) return { ConditionExpression: "attribute_not_exists(user_id)" };
  if (previous.revision === undefined) {
    return { ConditionExpression: "attribute_exists(user_id) AND attribute_not_exists(revision)" };
  }
  return {
    ConditionExpression: "revision = :revision",
    ExpressionAttributeValues: { ":revision": previous.revision },
  };
}

export function createSubscriptionStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): SubscriptionStore {
  return {
    get: async (userId) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: { user_id: userId }, ConsistentRead: true }),
      );
      return Item ? fromItem(Item) : null;
    },
    findByCustomer: async (customerId) => {
      const { Items: [item] = [] } = await store.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: "by_stripe_customer",
          KeyConditionExpression: "stripe_customer_id = :customer",
          ExpressionAttributeValues: { ":customer": customerId },
          Limit: 1,
        }),
      );
      return item ? fromItem(item) : null;
    },
    replace: async (previous, next) => {
      const stored = { ...next, revision: (previous?.revision ?? 0) + 1 };
      const put = new PutCommand({ TableName: tableName, Item: toItem(stored), ...unchangedCondition(previous) });
      const row = { userId: next.user_id, TableName: tableName, Key: { user_id: next.user_id } };
      try {
        // A replacement needs no check of the account. It requires an existing row, and a deletion removes the row.
        await (previous ? store.send(put) : writeRow(store, refuseClosed, row, () => store.send(put)));
        return stored;
      } catch (error) {
        if (isConditionFailure(error)) return null;
        throw error;
      }
    },
    remove: async (read) => {
      const Key = { user_id: read.user_id };
      try {
        await store.send(new DeleteCommand({ TableName: tableName, Key, ...unchangedCondition(read) }));
        return true;
      } catch (error) {
        if (isConditionFailure(error)) return false;
        throw error;
      }
    },
    endedOn: async function* (day, now) {
      const pages = paginateQuery(
        { client: store, pageSize: 100 },
        {
          TableName: tableName,
          IndexName: "expiry",
          KeyConditionExpression: "expiry_day = :day AND end_date <= :now",
          ExpressionAttributeValues: { ":day": day, ":now": now.toISOString() },
        },
      );
      for await (const { Items = [] } of pages) yield Items.map(fromIndexItem);
    },
  };
}
