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
  test("are exactly the tables that the domain lists", () => {
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

  test.each(table)("have the keys and indexes that the domain lists: %s", (name, keys) => {
    const { properties } = findResource(dev, type, `/${name}`);
    expect(properties["KeySchema"]).toEqual(schema(keys));
    const indexes = keys.indexes.map((index) => ({ IndexName: index.name, KeySchema: schema(index) }));
    expect(properties["GlobalSecondaryIndexes"] ?? []).toMatchObject(indexes);
  });

  test.each(table)("have a time to live if their rows expire, and none otherwise: %s", (name, { ttl }) => {
    const { properties } = findResource(dev, type, `/${name}`);
    expect(properties["TimeToLiveSpecification"]).toEqual(ttl ? { AttributeName: ttl, Enabled: true } : undefined);
  });

  test("have expiring rows only for connections, closed accounts, call counts, shares, links and inboxes", () => {
    const expiring = findResources(dev, type).filter(({ properties }) => properties["TimeToLiveSpecification"]);
    expect(expiring.map(({ path }) => path).sort()).toEqual(
      ["call_counts", "closed_accounts", "connections", "inboxes", "share_links", "shares"].map(
        (name) => `Data/${name}`,
      ),
    );
    for (const { properties } of expiring) {
      expect(properties["TimeToLiveSpecification"]).toEqual({ AttributeName: "expires_at", Enabled: true });
    }
  });

  test.each(table)("are billed by request, have point-in-time recovery, and outlive the stack: %s", (name) => {
    const { properties, deletionPolicy } = findResource(dev, type, `/${name}`);
    expect(properties["BillingMode"]).toBe("PAY_PER_REQUEST");
    expect(properties["Replicas"]).toMatchObject([
      { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ]);
    expect(deletionPolicy).toBe("RetainExceptOnCreate");
  });

  test.each(table)("are protected against deletion in production: %s", (name) => {
    expect(findResource(prod, type, `/${name}`).properties["Replicas"]).toMatchObject([
      { DeletionProtectionEnabled: true },
    ]);
  });
});
