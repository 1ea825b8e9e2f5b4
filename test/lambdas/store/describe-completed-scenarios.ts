import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { CompletedScenario } from "../../../domain/practice/progress.ts";
import { createCompletedScenarioStore } from "../../../lambdas/store/completed-scenarios.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("completed_scenarios");

const aCompletion = (fields: Partial<CompletedScenario> = {}): CompletedScenario => ({
  user_id: randomUUID(),
  scenario_id: "emp-1",
  topic_id: "employment",
  completed_at: "2026-11-21T09:00:00.000Z",
  ...fields,
});

export function describeCompletedScenarios(open: () => DocumentStore): void {
  describe("the completed-scenario store", () => {
    const completed = () => createCompletedScenarioStore(open(), tableName, allowEveryAccount);
    const putRow = (row: object) => open().send(new PutCommand({ TableName: tableName, Item: { ...row } }));

    it("lists the scenarios that a learner completed, and none of another learner", async () => {
      const user_id = randomUUID();
      const rows = ["bus-2", "emp-1", "legal-3"].map((scenario_id) => aCompletion({ user_id, scenario_id }));
      for (const row of rows) await completed().put(row);
      await completed().put(aCompletion());
      expect(await completed().list(user_id)).toEqual(rows);
      expect(await completed().list(randomUUID())).toEqual([]);
    });

    it("returns whether a scenario was completed before in a given language", async () => {
      const row = aCompletion({ language: "mandarin" });
      expect(await completed().holds(row)).toBe(false);
      await completed().put(row);
      expect(await completed().holds({ ...row, completed_at: "2026-11-22T09:00:00.000Z" })).toBe(true);
      expect(await completed().holds({ ...row, language: "nepali" })).toBe(false);
      expect(await completed().holds({ ...row, user_id: randomUUID() })).toBe(false);
    });

    it("stores and lists one row for each scenario and language", async () => {
      const user_id = randomUUID();
      const unnamed = aCompletion({ user_id });
      const rows = (["mandarin", "nepali"] as const).map((language) => ({ ...unnamed, language }));
      for (const row of [...rows, ...rows, unnamed]) await completed().put(row);
      expect(await completed().list(user_id)).toEqual([unnamed, ...rows]);
      expect(await completed().page(user_id)).toEqual([unnamed, ...rows]);
      expect(await completed().page(user_id, "emp-1")).toEqual(rows);
      expect(await completed().page(user_id, "mandarin#emp-1")).toEqual(rows.slice(1));
      await completed().removeAll(user_id);
      expect(await completed().list(user_id)).toEqual([]);
    });

    it("replaces a completion of a scenario by a later completion", async () => {
      const first = aCompletion();
      await completed().put(first);
      const again = { ...first, completed_at: "2026-11-22T09:00:00.000Z" };
      await completed().put(again);
      expect(await completed().list(first.user_id)).toEqual([again]);
    });

    it("keeps the later completion of a scenario if an earlier completion arrives afterwards", async () => {
      const later = aCompletion({ completed_at: "2026-11-22T09:00:00.000Z" });
      await completed().put(later);
      await completed().put({ ...later, completed_at: "2026-11-21T09:00:00.000Z" });
      expect(await completed().list(later.user_id)).toEqual([later]);
    });

    it("lists all rows, although DynamoDB returns at most 1 MB at once", async () => {
      const user_id = randomUUID();
      const rows = Array.from({ length: 8 }, (_, number) => aCompletion({ user_id, scenario_id: `emp-${number}` }));
      for (const row of rows) await putRow({ ...row, padding: "x".repeat(390_000) });
      expect(await completed().list(user_id)).toEqual(rows);
    });

    it("throws for a row that does not match the schema", async () => {
      const row = aCompletion();
      await completed().put({ ...row, scenario_id: "bus-1" });
      await putRow({ ...row, topic_id: "gardening" });
      await expect(completed().list(row.user_id)).rejects.toThrow("topic_id");
    });

    it("removes every row of a learner, and none of another learner", async () => {
      const [mine, other] = [aCompletion(), aCompletion()];
      const rows = Array.from({ length: 130 }, (_, number) => ({ ...mine, scenario_id: `emp-${number}` }));
      await Promise.all([...rows, other].map((row) => completed().put(row)));
      for (let nth = 0; nth < 2; nth += 1) {
        await completed().removeAll(mine.user_id);
        expect(await completed().list(mine.user_id)).toEqual([]);
      }
      expect(await completed().list(other.user_id)).toEqual([other]);
    });
  });
}
