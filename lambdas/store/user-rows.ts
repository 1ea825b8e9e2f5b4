import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { DocumentStore } from "./document-store.ts";

export type SortKeyPrefix = { sortKey: string; prefix: string };

export type RowPage = { sortKey: string; after: string | undefined; most: number };

export function rowQuery(tableName: string, userId: string, beginning?: SortKeyPrefix) {
  if (!beginning) {
    return {
      TableName: tableName,
      KeyConditionExpression: "user_id = :user",
      ExpressionAttributeValues: { ":user": userId },
      ConsistentRead: true,
    };
  }
  return {
    TableName: tableName,
    KeyConditionExpression: "user_id = :user AND begins_with(#sort, :prefix)",
    ExpressionAttributeNames: { "#sort": beginning.sortKey },
    ExpressionAttributeValues: { ":user": userId, ":prefix": beginning.prefix },
    ConsistentRead: true,
  };
}

/** @throws $ZodError if a row does not fit the schema */
export async function queryRows<Row extends z.ZodMiniType>(
  store: DocumentStore,
  tableName: string,
  userId: string,
  schema: Row,
  beginning?: SortKeyPrefix,
): Promise<z.infer<Row>[]> {
  const pages = paginateQuery({ client: store }, rowQuery(tableName, userId, beginning));
  const rows: z.infer<Row>[] = [];
  for await (const { Items = [] } of pages) rows.push(...Items.map((item) => schema.parse(item)));
  return rows;
}

/**
 * Returns a full page, except for the last page.
 * @throws $ZodError if a row does not fit the schema
 */
export async function queryPage<Row extends z.ZodMiniType>(
  store: DocumentStore,
  tableName: string,
  userId: string,
  schema: Row,
  { sortKey, after, most }: RowPage,
): Promise<z.infer<Row>[]> {
  const startingToken = after === undefined ? undefined : { user_id: userId, [sortKey]: after };
  const rows: z.infer<Row>[] = [];
  // DynamoDB ends a page after 1 MB, even if the page has fewer than `most` rows.
  for await (const { Items = [] } of paginateQuery(
    { client: store, pageSize: most, startingToken },
    rowQuery(tableName, userId),
  )) {
    rows.push(...Items.map((item) => schema.parse(item)));
    if (rows.length >= most) break;
  }
  return rows.slice(0, most);
}
