import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { DocumentStore } from "./document-store.ts";

/** Of a learner's rows those whose sort key begins with a text. */
export type Beginning = { sortKey: string; prefix: string };

/** A query for a learner's rows, all of them or those that begin so. */
export function queryOf(tableName: string, userId: string, beginning?: Beginning) {
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

/**
 * The rows of a learner in a table that is keyed by user_id: all, or those that begin so.
 * @throws ZodError for a row that does not fit
 */
export async function rowsOfUser<Row extends z.ZodMiniType>(
  store: DocumentStore,
  tableName: string,
  userId: string,
  schema: Row,
  beginning?: Beginning,
): Promise<z.infer<Row>[]> {
  const pages = paginateQuery({ client: store }, queryOf(tableName, userId, beginning));
  const rows: z.infer<Row>[] = [];
  for await (const { Items = [] } of pages) rows.push(...Items.map((item) => schema.parse(item)));
  return rows;
}
