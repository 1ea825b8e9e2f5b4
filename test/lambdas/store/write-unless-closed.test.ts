import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { writeRow } from "../../../lambdas/store/write-unless-closed.ts";

async function checksAfter(output: { Attributes?: unknown }): Promise<number> {
  let checks = 0;
  const refuseClosed = async () => {
    checks += 1;
  };
  const store = DynamoDBDocumentClient.from(new DynamoDBClient());
  const row = { userId: "asha", TableName: "progress", Key: { user_id: "asha" } };
  expect(await writeRow(store, refuseClosed, row, async () => output)).toBe(output);
  return checks;
}

// With "ALL_OLD", the database returns the replaced row, if one existed:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html
test("writeRow checks the account after a write that returns no previous row", async () => {
  expect(await checksAfter({})).toBe(1);
  expect(await checksAfter({ Attributes: undefined })).toBe(1);
});

test("writeRow does not check the account after a write that replaced a row", async () => {
  expect(await checksAfter({ Attributes: { user_id: "asha" } })).toBe(0);
});
