import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createAwsClient } from "../runtime/time-limits.ts";

export type DocumentStore = DynamoDBDocumentClient;

/** Region, credentials and endpoint come from the environment. */
export function openDocumentStore(): DocumentStore {
  return DynamoDBDocumentClient.from(
    createAwsClient((settings) => new DynamoDBClient(settings)),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  );
}
