import { PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { CompletedScenario } from "../../domain/api.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";

export type CompletedScenarios = {
  list: (userId: string) => Promise<CompletedScenario[]>;
  put: (completed: CompletedScenario) => Promise<void>;
  /** Removes everything of a learner. */
  removeAll: (userId: string) => Promise<void>;
};

/** The completed_scenarios table: one row per learner and scenario. */
export function completedScenariosIn(store: DocumentStore, tableName: string): CompletedScenarios {
  return {
    list: async (userId) => {
      const pages = paginateQuery(
        { client: store },
        {
          TableName: tableName,
          KeyConditionExpression: "user_id = :user",
          ExpressionAttributeValues: { ":user": userId },
          ConsistentRead: true,
        },
      );
      const rows: CompletedScenario[] = [];
      for await (const { Items = [] } of pages) rows.push(...Items.map((item) => CompletedScenario.parse(item)));
      return rows;
    },
    put: async (completed) => {
      await store.send(new PutCommand({ TableName: tableName, Item: completed }));
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: "scenario_id" }, userId),
  };
}
