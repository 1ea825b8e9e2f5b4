import { expect, test } from "vitest";
import { tableNames, tables } from "../../domain/tables.ts";

test("each table has its designed keys and indexes", () => {
  expect(tables).toEqual({
    profiles: { partitionKey: "id", indexes: [] },
    subscriptions: {
      partitionKey: "user_id",
      indexes: [
        { name: "by_stripe_customer", partitionKey: "stripe_customer_id" },
        { name: "expiry", partitionKey: "expiry_day", sortKey: "end_date" },
      ],
    },
    user_progress: { partitionKey: "user_id", sortKey: "scenario_segment", indexes: [] },
    completed_scenarios: { partitionKey: "user_id", sortKey: "scenario_id", indexes: [] },
    exam_attempts: { partitionKey: "user_id", sortKey: "exam_row", indexes: [] },
    study_changes: { partitionKey: "user_id", sortKey: "batch_number", indexes: [] },
    connections: {
      partitionKey: "user_id",
      sortKey: "seat",
      indexes: [{ name: "by_connection", partitionKey: "connection_id" }],
      ttl: "expires_at",
    },
    call_counts: { partitionKey: "counted", indexes: [], ttl: "expires_at" },
    closed_accounts: { partitionKey: "user_id", indexes: [], ttl: "expires_at" },
    shares: {
      partitionKey: "user_id",
      sortKey: "share_row",
      indexes: [{ name: "due", partitionKey: "due_group", sortKey: "due_at" }],
      ttl: "expires_at",
    },
    share_links: {
      partitionKey: "token_hash",
      indexes: [{ name: "by_share", partitionKey: "user_id", sortKey: "share_id" }],
      ttl: "expires_at",
    },
    inboxes: { partitionKey: "user_id", sortKey: "inbox_row", indexes: [], ttl: "expires_at" },
  });
});

test("tableNames lists each table once", () => {
  expect([...tableNames].sort()).toEqual(Object.keys(tables).sort());
});
