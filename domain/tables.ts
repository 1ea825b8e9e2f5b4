/** How a table is keyed. Attributes are strings. */
export type TableKeys = {
  partitionKey: string;
  sortKey?: string;
  indexes: readonly { name: string; partitionKey: string; sortKey?: string }[];
};

/** The tables, one per entity, under the names that the deployed and the local cloud prefix alike. */
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
} satisfies Record<string, TableKeys>;

export type TableName = keyof typeof tables;

/** All table names. */
export const tableNames: readonly TableName[] = ["profiles", "subscriptions", "user_progress", "completed_scenarios"];
