import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CompletedScenario } from "../../domain/progress.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { rowsOfUser } from "./rows-of-user.ts";

export type CompletedScenarios = {
  list: (userId: string) => Promise<CompletedScenario[]>;
  /** Whether the same scenario was completed before. */
  holds: (completed: CompletedScenario) => Promise<boolean>;
  put: (completed: CompletedScenario) => Promise<void>;
  /** Removes everything of a learner. */
  removeAll: (userId: string) => Promise<void>;
};

/**
 * The sort key, which the table has under the name of `scenario_id`: the language, "#" and the scenario. Rows from before
 * languages were noted have the scenario alone.
 */
function keyOf({ language, scenario_id }: CompletedScenario): string {
  return language === undefined ? scenario_id : `${language}#${scenario_id}`;
}

const Row = z.pipe(
  z.pipe(
    z.looseObject({ scenario_id: z.string() }),
    z.transform((row) => ({ ...row, scenario_id: row.scenario_id.split("#").at(-1) })),
  ),
  CompletedScenario,
);

/** The completed_scenarios table: one row per learner, language and scenario. */
export function completedScenariosIn(store: DocumentStore, tableName: string): CompletedScenarios {
  return {
    list: (userId) => rowsOfUser(store, tableName, userId, Row),
    holds: async (completed) => {
      const Key = { user_id: completed.user_id, scenario_id: keyOf(completed) };
      const { Item } = await store.send(new GetCommand({ TableName: tableName, Key, ProjectionExpression: "user_id" }));
      return Item !== undefined;
    },
    put: async (completed) => {
      const Item = { ...completed, scenario_id: keyOf(completed) };
      await store.send(new PutCommand({ TableName: tableName, Item }));
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: "scenario_id" }, userId),
  };
}
