import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { DocumentStore } from "./document-store.ts";

/**
 * All rows of a learner in a table that is keyed by user_id.
 * @throws ZodError for a row that does not fit
 */
export async function rowsOfUser<Row extends z.ZodMiniType>(
  store: DocumentStore,
  tableName: string,
  userId: string,
  schema: Row,
): Promise<z.infer<Row>[]> {
  const pages = paginateQuery(
    { client: store },
    {
      TableName: tableName,
      KeyConditionExpression: "user_id = :user",
      ExpressionAttributeValues: { ":user": userId },
      ConsistentRead: true,
    },
  );
  const rows: z.infer<Row>[] = [];
  for await (const { Items = [] } of pages) rows.push(...Items.map((item) => schema.parse(item)));
  return rows;
}
