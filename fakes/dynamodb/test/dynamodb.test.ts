import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PortTakenError } from "../../foundation/listen.ts";
import { startKillable } from "../../test-support/killable.ts";
import { requestAsHost } from "../../test-support/request-as-host.ts";
import { DirectoryTakenError, startDynamodb as startFake } from "../dynamodb.ts";
import { type Tables, UnusableTableError } from "../tables.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: "local", credentials, maxAttempts: 1 });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fake-dynamodb-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const tables: Tables = {
  readers: { partitionKey: "id", indexes: [] },
  loans: {
    partitionKey: "book",
    sortKey: "lent_at",
    indexes: [
      { name: "by_reader", partitionKey: "reader" },
      { name: "due", partitionKey: "due_day", sortKey: "due_at" },
    ],
  },
};
const startDynamodb = (options: { port: number; directory: string | undefined }) => startFake({ ...options, tables });

const put = (client: DynamoDBClient, id: string) =>
  client.send(new PutItemCommand({ TableName: "readers", Item: { id: { S: id }, name: { S: "Asha" } } }));
const get = async (client: DynamoDBClient, id: string) =>
  (await client.send(new GetItemCommand({ TableName: "readers", Key: { id: { S: id } }, ConsistentRead: true }))).Item;

describe("tables of the local DynamoDB", () => {
  it("are created with the given keys and indexes", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const client = clientOf(url);
    const { TableNames } = await client.send(new ListTablesCommand());
    expect(TableNames?.sort()).toEqual(["loans", "readers"]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: "loans" }));
    expect(Table).toMatchObject({
      TableStatus: "ACTIVE",
      KeySchema: [
        { AttributeName: "book", KeyType: "HASH" },
        { AttributeName: "lent_at", KeyType: "RANGE" },
      ],
    });
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(["by_reader", "due"]);
    await close();
  });

  it("return from a sparse index only the items that have its keys", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const client = clientOf(url);
    const TableName = "loans";
    const row = (book: string, more = {}) =>
      client.send(
        new PutItemCommand({ TableName, Item: { book: { S: book }, lent_at: { S: "2026-11-01" }, ...more } }),
      );
    await row("lent", { due_day: { S: "2026-11-21" }, due_at: { S: "2026-11-21T09:00:00.000Z" } });
    await row("undated", { due_day: { S: "2026-11-21" } });
    await row("returned");
    const query = new QueryCommand({
      TableName,
      IndexName: "due",
      KeyConditionExpression: "due_day = :day AND due_at < :now",
      ExpressionAttributeValues: { ":day": { S: "2026-11-21" }, ":now": { S: "2026-11-21T10:00:00.000Z" } },
    });
    const { Items } = await client.send(query);
    expect(Items?.map(({ book }) => book?.S)).toEqual(["lent"]);
    const whole = await client.send(new ScanCommand({ TableName, IndexName: "due" }));
    expect(whole.Items?.map(({ book }) => book?.S)).toEqual(["lent"]);
    await close();
  });

  it("cause an error at the start if they were created with other keys", async () => {
    const first = await startDynamodb({ port: 0, directory });
    await first.close();
    const other: Tables = { readers: { partitionKey: "email", indexes: [] } };
    const refused = startFake({ port: 0, directory, tables: other });
    await expect(refused).rejects.toBeInstanceOf(UnusableTableError);
    await expect(refused).rejects.toThrow("readers");
  });

  it("may list their indexes in another order at a restart, but may not omit an index", async () => {
    const first = await startDynamodb({ port: 0, directory });
    await first.close();
    const { loans = { partitionKey: "book", indexes: [] } } = tables;
    const reordered: Tables = { loans: { ...loans, indexes: loans.indexes.toReversed() } };
    await (await startFake({ port: 0, directory, tables: reordered })).close();
    const fewer: Tables = { loans: { ...loans, indexes: loans.indexes.slice(1) } };
    await expect(startFake({ port: 0, directory, tables: fewer })).rejects.toBeInstanceOf(UnusableTableError);
  });
});

describe("data of the local DynamoDB", () => {
  it("exists after a crash of the process", async () => {
    const program = `
      import { startDynamodb } from ${JSON.stringify(new URL("../dynamodb.ts", import.meta.url).href)};
      const { url } = await startDynamodb({ port: 0, directory: ${JSON.stringify(directory)}, tables: ${JSON.stringify(tables)} });
      console.log(url);
    `;
    const first = await startKillable(program);
    await put(clientOf(first.firstLine), "asha");
    await first.kill();
    const second = await startKillable(program);
    expect(await get(clientOf(second.firstLine), "asha")).toEqual({
      id: { S: "asha" },
      name: { S: "Asha" },
    });
    await second.kill();
  });

  it("exists after a restart, and cannot be opened by a second server", async () => {
    const first = await startDynamodb({ port: 0, directory });
    await put(clientOf(first.url), "asha");
    await expect(startDynamodb({ port: 0, directory })).rejects.toBeInstanceOf(DirectoryTakenError);
    expect(await get(clientOf(first.url), "asha")).toBeDefined();
    await first.close();
    const second = await startDynamodb({ port: 0, directory });
    expect(await get(clientOf(second.url), "asha")).toBeDefined();
    await second.close();
  });
});

describe("the local DynamoDB", () => {
  it("reports that its port is in use", async () => {
    const first = await startDynamodb({ port: 0, directory: undefined });
    const port = Number(new URL(first.url).port);
    await expect(startDynamodb({ port, directory: undefined })).rejects.toBeInstanceOf(PortTakenError);
    await first.close();
  });

  it("responds after an aborted request", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{");
    await once(socket, "data");
    socket.destroy();
    await put(clientOf(url), "asha");
    expect(await get(clientOf(url), "asha")).toBeDefined();
    await close();
  });

  it("does not allow other origins in a preflight response", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const preflight = await fetch(url, { method: "OPTIONS", headers: { Origin: "http://evil.example" } });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    await close();
  });

  it("refuses a page with a rebound DNS name", async () => {
    const { url, close } = await startDynamodb({ port: 0, directory: undefined });
    const { port } = new URL(url);
    expect(await requestAsHost(port, `rebound.example:${port}`)).toMatchObject({ status: 403 });
    expect((await requestAsHost(port, `localhost:${port}`)).status).not.toBe(403);
    await close();
  });
});
