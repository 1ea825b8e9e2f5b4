import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { DocumentStore } from "./document-store.ts";

// This file is separate, so that a bundle that reads batch numbers need not contain the schemas of study changes.

/** The sort key of a batch is its number as text. */
export const BatchNumber = z.pipe(z.string(), z.transform(Number));
const Heading = z.object({ batch_number: BatchNumber, batch_id: z.string() });

export type BatchHeading = z.infer<typeof Heading>;

type StudyTable = { store: DocumentStore; tableName: string };

/** Returns the last batch first. */
export async function queryLatestBatches(
  { store, tableName }: StudyTable,
  userId: string,
  most: number,
): Promise<BatchHeading[]> {
  const { Items = [] } = await store.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "user_id = :user",
      ExpressionAttributeValues: { ":user": userId },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: most,
      ProjectionExpression: "batch_number, batch_id",
    }),
  );
  return Items.map((item) => Heading.parse(item));
}

export type StudyBatchNumbers = {
  latest: (userId: string) => Promise<number>;
};

export function createStudyBatchNumbers(store: DocumentStore, tableName: string): StudyBatchNumbers {
  return {
    latest: async (userId) => {
      const [last] = await queryLatestBatches({ store, tableName }, userId, 1);
      return last?.batch_number ?? 0;
    },
  };
}
