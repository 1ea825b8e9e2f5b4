import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tableNames } from "../../domain/tables.ts";
import { DirectoryTakenError } from "../../fakes/dynamodb/dynamodb.ts";
import { PortTakenError } from "../../fakes/foundation/listen.ts";
import { localTableName, OutdatedTableError, startDynamodb, tableEnvironment } from "../../local/dynamodb.ts";
import { startKillable } from "./killable.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: "local", credentials, maxAttempts: 1 });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "parlance-dynamodb-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const profiles = localTableName("profiles");
const put = (client: DynamoDBClient, id: string) =>
  client.send(new PutItemCommand({ TableName: profiles, Item: { id: { S: id }, full_name: { S: "Asha" } } }));
const get = async (client: DynamoDBClient, id: string) =>
  (await client.send(new GetItemCommand({ TableName: profiles, Key: { id: { S: id } }, ConsistentRead: true }))).Item;

describe("tables", () => {
  it("are all there and ready, keyed as the domain says", async () => {
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

  it("are named to handlers by environment variables", () => {
    expect(tableEnvironment()).toMatchObject({
      PROFILES_TABLE: "parlance-local-profiles",
      SUBSCRIPTIONS_TABLE: "parlance-local-subscriptions",
      USER_PROGRESS_TABLE: "parlance-local-user_progress",
      COMPLETED_SCENARIOS_TABLE: "parlance-local-completed_scenarios",
    });
  });

  it("answer queries of a sparse index", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const client = clientOf(url);
    const TableName = localTableName("subscriptions");
    const row = (user: string, more = {}) =>
      client.send(new PutItemCommand({ TableName, Item: { user_id: { S: user }, ...more } }));
    await row("expires", { expiry_day: { S: "2026-11-21" }, end_date: { S: "2026-11-21T09:00:00.000Z" } });
    await row("stays");
    const query = new QueryCommand({
      TableName,
      IndexName: "expiry",
      KeyConditionExpression: "expiry_day = :day AND end_date < :now",
      ExpressionAttributeValues: { ":day": { S: "2026-11-21" }, ":now": { S: "2026-11-21T10:00:00.000Z" } },
    });
    const { Items } = await client.send(query);
    expect(Items?.map(({ user_id }) => user_id?.S)).toEqual(["expires"]);
    await close();
  });

  it("that another version made are refused", async () => {
    const first = await startDynamodb({ port: 0, directory });
    const client = clientOf(first.url);
    await client.send(new DeleteTableCommand({ TableName: profiles }));
    await expect
      .poll(() => client.send(new DescribeTableCommand({ TableName: profiles })).catch(() => null))
      .toBeNull();
    await client.send(
      new CreateTableCommand({
        TableName: profiles,
        KeySchema: [{ AttributeName: "email", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "email", AttributeType: "S" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    await first.close();
    const refused = startDynamodb({ port: 0, directory });
    await expect(refused).rejects.toBeInstanceOf(OutdatedTableError);
    await expect(refused).rejects.toThrow("npm run reset");
  });
});

describe("data", () => {
  it("survives the death of the process", async () => {
    const program = `
      import { startDynamodb } from ${JSON.stringify(new URL("../../local/dynamodb.ts", import.meta.url).href)};
      const { url } = await startDynamodb({ port: 0, directory: ${JSON.stringify(directory)} });
      console.log(url);
    `;
    const first = await startKillable(program);
    await put(clientOf(first.firstLine), "learner");
    await first.kill();
    const second = await startKillable(program);
    expect(await get(clientOf(second.firstLine), "learner")).toEqual({
      id: { S: "learner" },
      full_name: { S: "Asha" },
    });
    await second.kill();
  });

  it("survives an orderly restart, and is not shared by two servers at once", async () => {
    const first = await startDynamodb({ port: 0, directory });
    await put(clientOf(first.url), "learner");
    await expect(startDynamodb({ port: 0, directory })).rejects.toBeInstanceOf(DirectoryTakenError);
    expect(await get(clientOf(first.url), "learner")).toBeDefined();
    await first.close();
    const second = await startDynamodb({ port: 0, directory });
    expect(await get(clientOf(second.url), "learner")).toBeDefined();
    await second.close();
  });
});

describe("the server", () => {
  it("says that its port is taken", async () => {
    const first = await startDynamodb({ port: 0, directory: undefined });
    const port = Number(new URL(first.url).port);
    await expect(startDynamodb({ port, directory: undefined })).rejects.toBeInstanceOf(PortTakenError);
    await first.close();
  });

  it("lives on when a caller goes away in mid-request", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{");
    await once(socket, "data");
    socket.destroy();
    await put(clientOf(url), "learner");
    expect(await get(clientOf(url), "learner")).toBeDefined();
    await close();
  });

  it("lets no page of another origin in", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const preflight = await fetch(url, { method: "OPTIONS", headers: { Origin: "http://evil.example" } });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    await close();
  });
});
