import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { CompletedScenario } from "../../domain/progress.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { rowsOfUser } from "./rows-of-user.ts";

export type CompletedScenarios = {
  list: (userId: string) => Promise<CompletedScenario[]>;
  put: (completed: CompletedScenario) => Promise<void>;
  /** Removes everything of a learner. */
  removeAll: (userId: string) => Promise<void>;
};

/** The completed_scenarios table: one row per learner and scenario. */
export function completedScenariosIn(store: DocumentStore, tableName: string): CompletedScenarios {
  return {
    list: (userId) => rowsOfUser(store, tableName, userId, CompletedScenario),
    put: async (completed) => {
      await store.send(new PutCommand({ TableName: tableName, Item: completed }));
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: "scenario_id" }, userId),
  };
}
