/** All key attributes are strings. */
export type TableKeys = {
  partitionKey: string;
  sortKey?: string;
  indexes: readonly { name: string; partitionKey: string; sortKey?: string }[];
  /** Attribute with the time after which DynamoDB may delete a row, in seconds since 1970. */
  ttl?: string;
};

/** Why: docs/decisions/0045-tables-and-keys.md */
export const tables = {
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
  // Exam attempts and their markings, distinguished by the prefix of `exam_row`. After an exam attempt is deleted, a
  // row with its id remains.
  exam_attempts: { partitionKey: "user_id", sortKey: "exam_row", indexes: [] },
  // A learner's batches are numbered from 1.
  study_changes: { partitionKey: "user_id", sortKey: "batch_number", indexes: [] },
  // A learner has a fixed number of seats. Each seat holds at most one connection.
  connections: {
    partitionKey: "user_id",
    sortKey: "seat",
    indexes: [{ name: "by_connection", partitionKey: "connection_id" }],
    ttl: "expires_at",
  },
  // `counted` contains the kind of call and a hash of its subject.
  call_counts: { partitionKey: "counted", indexes: [], ttl: "expires_at" },
  // Accounts whose deletion has started. The rows remain while access tokens of the accounts may still be valid.
  closed_accounts: { partitionKey: "user_id", indexes: [], ttl: "expires_at" },
  // `share_row` begins with the kind of the row. Only rows that wait for a scheduled job have `due_group`.
  shares: {
    partitionKey: "user_id",
    sortKey: "share_row",
    indexes: [{ name: "due", partitionKey: "due_group", sortKey: "due_at" }],
    ttl: "expires_at",
  },
  // `token_hash` is the hash of a link's token, or "share#" and the id of a share.
  share_links: {
    partitionKey: "token_hash",
    indexes: [{ name: "by_share", partitionKey: "user_id", sortKey: "share_id" }],
    ttl: "expires_at",
  },
  // A teacher's shares, learners and reusable comments, distinguished by `inbox_row`.
  inboxes: { partitionKey: "user_id", sortKey: "inbox_row", indexes: [], ttl: "expires_at" },
} satisfies Record<string, TableKeys>;

export type TableName = keyof typeof tables;

export const tableNames: readonly TableName[] = [
  "profiles",
  "subscriptions",
  "user_progress",
  "completed_scenarios",
  "exam_attempts",
  "study_changes",
  "connections",
  "call_counts",
  "closed_accounts",
  "shares",
  "share_links",
  "inboxes",
];
