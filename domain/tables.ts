/** How a table is keyed. Key attributes are strings. */
export type TableKeys = {
  partitionKey: string;
  sortKey?: string;
  indexes: readonly { name: string; partitionKey: string; sortKey?: string }[];
  /** The attribute, in seconds since 1970, after which a row may be deleted. */
  ttl?: string;
};

/**
 * The tables, one per entity, under the names that the deployed and the local cloud prefix alike.
 * Why: docs/decisions/0045-tables-and-keys.md
 */
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
  // Mock exams and their markings, told apart by what `exam_row` begins with; a mock that was deleted leaves its id.
  exam_attempts: { partitionKey: "user_id", sortKey: "exam_row", indexes: [] },
  // A learner has a fixed number of seats, each taken by one connection at most.
  connections: {
    partitionKey: "user_id",
    sortKey: "seat",
    indexes: [{ name: "by_connection", partitionKey: "connection_id" }],
    ttl: "expires_at",
  },
  // How often something was done recently; `counted` names the kind of call and a hash of its subject.
  call_counts: { partitionKey: "counted", indexes: [], ttl: "expires_at" },
  // Whose account is being deleted, or was while access tokens were still about.
  closed_accounts: { partitionKey: "user_id", indexes: [], ttl: "expires_at" },
} satisfies Record<string, TableKeys>;

export type TableName = keyof typeof tables;

/** All table names. */
export const tableNames: readonly TableName[] = [
  "profiles",
  "subscriptions",
  "user_progress",
  "completed_scenarios",
  "exam_attempts",
  "connections",
  "call_counts",
  "closed_accounts",
];
