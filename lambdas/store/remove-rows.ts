import { BatchWriteCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { DocumentStore } from "./document-store.ts";
import { rowQuery } from "./user-rows.ts";

/** DynamoDB's maximum for one batch. */
const batchSize = 25;
const batchesAtOnce = 4;
/** DynamoDB may leave items of a batch unprocessed. */
const maxTries = 5;
const firstWaitMs = 100;

type Key = Record<string, unknown>;
type Batch = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]["RequestItems"]>;

async function removeBatch(store: DocumentStore, tableName: string, keys: readonly Key[]): Promise<void> {
  let left: Batch = { [tableName]: keys.map((key) => ({ DeleteRequest: { Key: key } })) };
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** (tries - 1)));
    const { UnprocessedItems = {} } = await store.send(new BatchWriteCommand({ RequestItems: left }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    left = UnprocessedItems;
  }
  throw new Error("The database did not accept all deletions");
}

/** After a failure, a repeated call removes the rest. */
export async function removeRows(
  store: DocumentStore,
  { name, sortKey, prefix }: { name: string; sortKey: string; prefix?: string },
  userId: string,
): Promise<void> {
  const query = rowQuery(name, userId, prefix === undefined ? undefined : { sortKey, prefix });
  const pages = paginateQuery(
    { client: store, pageSize: batchSize * batchesAtOnce },
    { ...query, ExpressionAttributeNames: { "#sort": sortKey }, ProjectionExpression: "user_id, #sort" },
  );
  for await (const { Items = [] } of pages) {
    const starts = Array.from({ length: Math.ceil(Items.length / batchSize) }, (_, nth) => nth * batchSize);
    await Promise.all(starts.map((start) => removeBatch(store, name, Items.slice(start, start + batchSize))));
  }
}
