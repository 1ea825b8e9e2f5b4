import { describe, expect, test } from "vitest";
import { type TableKeys, type TableName, tables } from "../../domain/tables.ts";
import { findResource, findResources, synthesise } from "./support/synthesise.ts";

const dev = synthesise();
const prod = synthesise("prod");
const type = "AWS::DynamoDB::GlobalTable";
const table: [TableName, TableKeys][] = [
  ["profiles", tables.profiles],
  ["subscriptions", tables.subscriptions],
  ["user_progress", tables.user_progress],
  ["completed_scenarios", tables.completed_scenarios],
  ["exam_attempts", tables.exam_attempts],
  ["study_changes", tables.study_changes],
  ["connections", tables.connections],
  ["call_counts", tables.call_counts],
  ["closed_accounts", tables.closed_accounts],
  ["shares", tables.shares],
  ["share_links", tables.share_links],
  ["inboxes", tables.inboxes],
];

const schema = ({ partitionKey, sortKey }: Pick<TableKeys, "partitionKey" | "sortKey">) => [
  { AttributeName: partitionKey, KeyType: "HASH" },
  ...(sortKey ? [{ AttributeName: sortKey, KeyType: "RANGE" }] : []),
];

describe("tables", () => {
  test("are the tables of the product", () => {
    expect(
      findResources(dev, type)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(
      Object.keys(tables)
        .map((name) => `Data/${name}`)
        .sort(),
    );
  });

  test.each(table)("%s has the keys and indexes of the product", (name, keys) => {
    const { properties } = findResource(dev, type, `/${name}`);
    expect(properties["KeySchema"]).toEqual(schema(keys));
    const indexes = keys.indexes.map((index) => ({ IndexName: index.name, KeySchema: schema(index) }));
    expect(properties["GlobalSecondaryIndexes"] ?? []).toMatchObject(indexes);
  });

  test.each(table)("%s has a time to live exactly if its rows expire", (name, { ttl }) => {
    const { properties } = findResource(dev, type, `/${name}`);
    expect(properties["TimeToLiveSpecification"]).toEqual(ttl ? { AttributeName: ttl, Enabled: true } : undefined);
  });

  test("expire rows of connections, closed accounts, call counts, shares, links and inboxes only", () => {
    expect(table.filter(([, { ttl }]) => ttl).map(([name, { ttl }]) => [name, ttl])).toEqual([
      ["connections", "expires_at"],
      ["call_counts", "expires_at"],
      ["closed_accounts", "expires_at"],
      ["shares", "expires_at"],
      ["share_links", "expires_at"],
      ["inboxes", "expires_at"],
    ]);
  });

  test.each(table)(
    "%s is billed by request, has point-in-time recovery, and is kept when the stack is deleted",
    (name) => {
      const { properties, deletionPolicy } = findResource(dev, type, `/${name}`);
      expect(properties["BillingMode"]).toBe("PAY_PER_REQUEST");
      expect(properties["Replicas"]).toMatchObject([
        { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
      ]);
      expect(deletionPolicy).toBe("RetainExceptOnCreate");
    },
  );

  test.each(table)("%s is protected against deletion in production", (name) => {
    expect(findResource(prod, type, `/${name}`).properties["Replicas"]).toMatchObject([
      { DeletionProtectionEnabled: true },
    ]);
  });
});
