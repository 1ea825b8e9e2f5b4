import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tableNames } from "../../domain/tables.ts";
import { startDynamodb as startFake } from "../../fakes/dynamodb/dynamodb.ts";
import { localTableName, OutdatedTableError, startDynamodb, tableEnvironment } from "../../local/dynamodb.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: "local", credentials, maxAttempts: 1 });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "parlance-dynamodb-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("the local tables", () => {
  it("have the domain's names with a prefix, and the table of subscriptions has its key and indexes", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const client = clientOf(url);
    const { TableNames } = await client.send(new ListTablesCommand());
    expect(TableNames?.sort()).toEqual(tableNames.map(localTableName).sort());
    const TableName = localTableName("subscriptions");
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({ TableStatus: "ACTIVE", KeySchema: [{ AttributeName: "user_id", KeyType: "HASH" }] });
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual([
      "by_stripe_customer",
      "expiry",
    ]);
    await close();
  });

  it("such as profiles are named in environment variables for the handlers", () => {
    expect(tableEnvironment()).toMatchObject({
      PROFILES_TABLE: "parlance-local-profiles",
      SUBSCRIPTIONS_TABLE: "parlance-local-subscriptions",
      USER_PROGRESS_TABLE: "parlance-local-user_progress",
      COMPLETED_SCENARIOS_TABLE: "parlance-local-completed_scenarios",
      STUDY_CHANGES_TABLE: "parlance-local-study_changes",
    });
  });

  it("are refused, with the advice to reset, if a stored table has an unexpected key", async () => {
    const other = { [localTableName("profiles")]: { partitionKey: "email", indexes: [] } };
    await (await startFake({ port: 0, directory, tables: other })).close();
    const refused = startDynamodb({ port: 0, directory });
    await expect(refused).rejects.toBeInstanceOf(OutdatedTableError);
    await expect(refused).rejects.toThrow("npm run reset");
  });
});
