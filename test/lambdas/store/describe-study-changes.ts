import { randomUUID } from "node:crypto";
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { mergeStudyChanges } from "../../../domain/study/merge-changes.ts";
import type { StudyChange } from "../../../domain/study/study-change.ts";
import { maxBatches, maxPageBytes } from "../../../domain/study/study-limits.ts";
import type { StudyPage } from "../../../domain/study/study-routes.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createStudyChangeStore } from "../../../lambdas/store/study-changes.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import { maxRowBytes, rowSize } from "../support/row-size.ts";
import { aReviewChange, aTermChange, fullBatch, longestTerm } from "../support/study-builders.ts";

const tableName = localTableName("study_changes");
const instantOf = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const aBatch = (changes: readonly StudyChange[] = [aReviewChange()], batchId: string = randomUUID()) => {
  return { batchId, changes };
};
/** The character U+0001 takes six bytes in JSON. */
const widestBatch = () => aBatch(fullBatch(() => aTermChange(longestTerm("\u0001"))));

export function describeStudyChanges(open: () => DocumentStore): void {
  const study = () => createStudyChangeStore(open(), tableName, allowEveryAccount);
  const rowsOf = async (userId: string) => {
    const { Items = [] } = await open().send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "user_id = :user",
        ExpressionAttributeValues: { ":user": userId },
      }),
    );
    return Items;
  };
  const pagesOf = async (userId: string, after = 0): Promise<StudyPage[]> => {
    const page = await study().page(userId, after);
    return page.more ? [page, ...(await pagesOf(userId, page.last))] : [page];
  };

  describe("study changes", () => {
    it("have batch numbers from 1, and the changes after a given number are listed by time", async () => {
      const userId = randomUUID();
      expect(await study().page(userId, 0)).toEqual({ changes: [], last: 0, more: false });
      const changes = [3, 1, 2].map((second) => aReviewChange(undefined, { changed_at: instantOf(second) }));
      const [third, first, second] = changes;
      for (const [nth, change] of changes.entries()) {
        expect(await study().append(userId, aBatch([change]))).toBe(nth + 1);
      }
      expect(await study().page(userId, 0)).toEqual({ changes: [first, second, third], last: 3, more: false });
      expect(await study().page(userId, 1)).toEqual({ changes: [first, second], last: 3, more: false });
      expect(await study().page(userId, 3)).toEqual({ changes: [], last: 3, more: false });
      expect(await study().list(userId)).toEqual([first, second, third]);
    });

    it("after a given batch number are listed, even beyond nine batches", async () => {
      const userId = randomUUID();
      for (let nth = 1; nth <= 12; nth += 1) expect(await study().append(userId, aBatch())).toBe(nth);
      expect((await study().page(userId, 9)).changes).toHaveLength(3);
      expect((await study().page(userId, 10)).changes).toHaveLength(2);
    });

    it("are listed with the latest change of a term, even if an older change arrives afterwards", async () => {
      const userId = randomUUID();
      const id = randomUUID();
      const later = aTermChange(undefined, { id, changed_at: instantOf(9) });
      await study().append(userId, aBatch([later]));
      await study().append(userId, aBatch([aTermChange(null, { id, changed_at: instantOf(8) })]));
      expect((await study().page(userId, 0)).changes).toEqual([later]);
      expect(await study().list(userId)).toEqual([later]);
    });

    it("are stored completely and without a gap if 20 batches arrive at the same time", async () => {
      const userId = randomUUID();
      const batches = Array.from({ length: 20 }, () => aBatch());
      const numbers = await Promise.all(batches.map((batch) => study().append(userId, batch)));
      expect(numbers.toSorted((one, other) => one - other)).toEqual(batches.map((_, nth) => nth + 1));
      expect(await study().list(userId)).toEqual(mergeStudyChanges(...batches.map(({ changes }) => changes)));
    });

    it("are stored once if the same batch arrives again, at the same time or after four other batches", async () => {
      const userId = randomUUID();
      const batch = aBatch();
      const numbers = await Promise.all(Array.from({ length: 5 }, () => study().append(userId, batch)));
      expect(numbers).toEqual([1, 1, 1, 1, 1]);
      for (let nth = 0; nth < 4; nth += 1) await study().append(userId, aBatch());
      expect(await study().append(userId, batch)).toBe(1);
      expect(await rowsOf(userId)).toHaveLength(5);
    });

    it("are stored again, without effect, if the same batch arrives after five other batches", async () => {
      const userId = randomUUID();
      const batch = aBatch();
      for (const each of [batch, ...Array.from({ length: 5 }, () => aBatch())]) await study().append(userId, each);
      const before = await study().list(userId);
      expect(await study().append(userId, batch)).toBe(7);
      expect(await study().list(userId)).toEqual(before);
    });

    it("of the largest batch fit into a row", async () => {
      const userId = randomUUID();
      for (const letter of ["語", "a", "\u0001"]) {
        await study().append(userId, aBatch(fullBatch(() => aTermChange(longestTerm(letter)))));
      }
      await study().append(userId, aBatch(fullBatch(() => aReviewChange())));
      const rows = await rowsOf(userId);
      expect(rows).toHaveLength(4);
      for (const row of rows) expect(rowSize(row)).toBeLessThan(maxRowBytes / 4);
    });

    it("are listed in pages by the size of their JSON, each change once", async () => {
      const userId = randomUUID();
      const batches = Array.from({ length: 60 }, widestBatch);
      for (const batch of batches) await study().append(userId, batch);
      const pages = await pagesOf(userId);
      expect(pages.length).toBeGreaterThan(1);
      for (const { changes } of pages)
        expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(maxPageBytes);
      const idsOf = (changes: readonly StudyChange[]) => changes.map((change) => ("id" in change ? change.id : ""));
      expect(pages.flatMap(({ changes }) => idsOf(changes)).toSorted()).toEqual(
        batches.flatMap(({ changes }) => idsOf(changes)).toSorted(),
      );
      expect(pages.at(-1)).toMatchObject({ last: 60, more: false });
    });

    it("are listed completely in several pages if one read of DynamoDB does not return them all", async () => {
      const userId = randomUUID();
      for (let nth = 0; nth < 25; nth += 1) {
        await study().append(userId, aBatch(fullBatch(() => aTermChange(longestTerm("a")))));
      }
      const pages = await pagesOf(userId);
      expect(pages.length).toBeGreaterThan(1);
      expect(mergeStudyChanges(pages.flatMap(({ changes }) => changes))).toEqual(await study().list(userId));
      expect(pages.at(-1)).toMatchObject({ last: 25, more: false });
    });

    it("are refused at the limit of batches, except for a repeated batch", async () => {
      const userId = randomUUID();
      const last = aBatch();
      await open().send(
        new PutCommand({
          TableName: tableName,
          Item: { user_id: userId, batch_number: String(maxBatches - 1).padStart(8, "0"), batch_id: "x", changes: [] },
        }),
      );
      expect(await study().append(userId, last)).toBe(maxBatches);
      await expect(study().append(userId, aBatch())).rejects.toMatchObject({ code: "study_full" });
      expect(await study().append(userId, last)).toBe(maxBatches);
    });

    it("cannot be listed if a row does not match the schema", async () => {
      const userId = randomUUID();
      const Item = { user_id: userId, batch_number: "00000001", batch_id: "x", changes: [{ type: "review" }] };
      await open().send(new PutCommand({ TableName: tableName, Item }));
      await expect(study().page(userId, 0)).rejects.toThrow("changes");
    });

    it("are removed for a learner, and not for another learner", async () => {
      const [mine, other] = [randomUUID(), randomUUID()];
      const kept = aBatch();
      await study().append(other, kept);
      for (let nth = 0; nth < 30; nth += 1) await study().append(mine, aBatch());
      for (let nth = 0; nth < 2; nth += 1) {
        await study().removeAll(mine);
        expect([await study().list(mine), await study().list(other)]).toEqual([[], kept.changes]);
      }
      expect(await study().append(mine, aBatch())).toBe(1);
    });
  });
}
