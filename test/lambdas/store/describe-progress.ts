import { randomUUID } from "node:crypto";
import { BatchWriteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { maxRowsPerPage, progressRowKey, type UserProgress } from "../../../domain/practice/progress.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createUserProgressStore } from "../../../lambdas/store/progress.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("user_progress");

const anAttempt = (fields: Partial<UserProgress> = {}): UserProgress => ({
  user_id: randomUUID(),
  scenario_id: "emp-1",
  segment_id: "segment-1",
  attempts: 1,
  completed: false,
  last_attempt_at: "2026-11-21T09:00:00.000Z",
  ...fields,
});

export function describeProgress(open: () => DocumentStore): void {
  describe("the progress store", () => {
    const progress = () => createUserProgressStore(open(), tableName, allowEveryAccount);
    /** Reads the stored row with a write that is too old to change it. */
    const stored = (attempt: UserProgress) =>
      progress().save({ ...attempt, attempts: 9999, last_attempt_at: "2000-01-01T00:00:00.000Z" });

    it("stores and returns an attempt, then a later attempt", async () => {
      const first = anAttempt();
      expect(await progress().save(first)).toEqual(first);
      expect(await stored(first)).toEqual(first);
      const later = { ...first, attempts: 2, completed: true, last_attempt_at: "2026-11-21T09:05:00.000Z" };
      expect(await progress().save(later)).toEqual(later);
      expect(await stored(first)).toEqual(later);
    });

    it("returns whether a segment has stored progress in a given language", async () => {
      const attempt = anAttempt({ language: "mandarin" });
      expect(await progress().holds(attempt)).toBe(false);
      await progress().save(attempt);
      expect(await progress().holds({ ...attempt, attempts: 7 })).toBe(true);
      for (const other of [{ language: "nepali" as const }, { segment_id: "segment-2" }, { scenario_id: "emp-2" }]) {
        expect(await progress().holds({ ...attempt, ...other })).toBe(false);
      }
    });

    it("returns the stored attempt if an earlier attempt arrives later", async () => {
      const later = anAttempt({ attempts: 3, completed: true, last_attempt_at: "2026-11-21T09:05:00.000Z" });
      const earlier = { ...later, attempts: 2, completed: false, last_attempt_at: "2026-11-21T09:04:59.999Z" };
      expect(await progress().save(later)).toEqual(later);
      expect(await progress().save(earlier)).toEqual(later);
      expect(await stored(later)).toEqual(later);
    });

    it("accepts the same attempt again", async () => {
      const attempt = anAttempt();
      await progress().save(attempt);
      expect(await progress().save(attempt)).toEqual(attempt);
      expect(await stored(attempt)).toEqual(attempt);
    });

    it("stores the latest attempt if many attempts are saved at once", async () => {
      const first = anAttempt();
      const attempts = Array.from({ length: 8 }, (_, second) => {
        return { ...first, attempts: second + 1, last_attempt_at: `2026-11-21T09:00:0${second}.000Z` };
      });
      await Promise.all(attempts.toReversed().map((attempt) => progress().save(attempt)));
      expect(await stored(first)).toEqual(attempts.at(-1));
    });

    it("stores a separate row for each learner, language and segment of a scenario", async () => {
      const attempt = anAttempt({ scenario_id: "emp-1", segment_id: "segment-1" });
      const others = [
        { ...attempt, attempts: 2, segment_id: "segment-11" },
        { ...attempt, attempts: 3, scenario_id: "emp-11" },
        { ...attempt, attempts: 4, user_id: randomUUID() },
        { ...attempt, attempts: 5, language: "mandarin" as const },
        { ...attempt, attempts: 6, language: "nepali" as const },
      ];
      for (const each of [attempt, ...others]) await progress().save(each);
      for (const each of [attempt, ...others]) expect(await stored(each)).toEqual(each);
    });

    it("lists each row of a learner once in key order, or only the rows after a given key", async () => {
      const mine = anAttempt();
      const rows = Array.from({ length: 60 }, (_, number) => ({
        ...{ ...mine, scenario_id: `emp-${number}` },
        ...(number % 3 === 0 ? {} : { language: number % 3 === 1 ? ("mandarin" as const) : ("nepali" as const) }),
      }));
      await Promise.all([...rows, anAttempt()].map((row) => progress().save(row)));
      const keys = rows.map(progressRowKey).toSorted();
      const all = await progress().page(mine.user_id);
      expect(all.map(progressRowKey)).toEqual(keys);
      for (const at of [0, 31, 59]) {
        const rest = await progress().page(mine.user_id, keys[at] ?? "");
        expect(rest.map(progressRowKey)).toEqual(keys.slice(at + 1));
      }
      // A key without a row, for example of a removed row, is still a position in the list.
      expect((await progress().page(mine.user_id, `${keys[31]}~`)).map(progressRowKey)).toEqual(keys.slice(32));
    });

    it("fills a page up to the limit of rows, although DynamoDB returns at most 1 MB at once", async () => {
      const mine = anAttempt();
      const padding = "x".repeat(1000);
      const rows = Array.from({ length: maxRowsPerPage + 5 }, (_, number) => {
        const row = { ...mine, scenario_id: `emp-${number}` };
        return { ...row, scenario_segment: progressRowKey(row), padding };
      });
      for (let start = 0; start < rows.length; start += 25) {
        const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
        await open().send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
      }
      const first = await progress().page(mine.user_id);
      expect(first).toHaveLength(maxRowsPerPage);
      const last = first.at(-1);
      const rest = await progress().page(mine.user_id, last && progressRowKey(last));
      expect(rest).toHaveLength(5);
      expect(new Set([...first, ...rest].map(progressRowKey)).size).toBe(rows.length);
    });

    it("throws for a row that does not match the schema", async () => {
      const attempt = anAttempt();
      const row = { ...attempt, scenario_segment: "emp-1#segment-1", attempts: 0 };
      await open().send(new PutCommand({ TableName: tableName, Item: row }));
      await expect(stored(attempt)).rejects.toThrow("attempts");
    });

    it("lists and removes every row of a learner, and none of another learner", async () => {
      const [mine, other] = [anAttempt(), anAttempt()];
      const rows = Array.from({ length: 130 }, (_, number) => ({ ...mine, scenario_id: `emp-${number}` }));
      await Promise.all([...rows, other].map((row) => progress().save(row)));
      const byScenario = (a: UserProgress, b: UserProgress) => a.scenario_id.localeCompare(b.scenario_id);
      expect((await progress().list(mine.user_id)).toSorted(byScenario)).toEqual(rows.toSorted(byScenario));
      for (let nth = 0; nth < 2; nth += 1) {
        await progress().removeAll(mine.user_id);
        expect([await progress().list(mine.user_id), await progress().list(other.user_id)]).toEqual([[], [other]]);
      }
    });
  });
}
