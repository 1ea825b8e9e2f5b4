import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { createCallCountStore } from "../../../lambdas/store/call-counts.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("call_counts");
const limit = { calls: 3, seconds: 60, by: "email" } as const;
const start = Date.parse("2026-11-21T09:00:00.400Z");

export function describeCallCounts(open: () => DocumentStore): void {
  describe("the call counts", () => {
    const aCall = (kind = "test") => ({ kind, subject: randomUUID() });
    const countsAt = (seconds: number) =>
      createCallCountStore(open(), tableName, { now: () => new Date(start + seconds * 1000) }, allowEveryAccount);

    it("admit calls up to the limit, then return the remaining seconds of the window", async () => {
      const call = aCall();
      const answers: (number | null)[] = [];
      for (const seconds of [0, 20, 40]) answers.push(await countsAt(seconds).admit(call, limit));
      expect(answers).toEqual([null, null, null]);
      expect(await countsAt(45).admit(call, limit)).toBe(16);
    });

    it("start again after the window, which refused calls do not extend", async () => {
      const call = aCall();
      const one = { ...limit, calls: 1 };
      expect(await countsAt(0).admit(call, one)).toBeNull();
      expect(await countsAt(59).admit(call, one)).toBe(2);
      expect(await countsAt(60.5).admit(call, one)).toBe(1);
      expect(await countsAt(60.6).admit(call, one)).toBeNull();
      expect(await countsAt(60.6).admit(call, one)).toBe(60);
    });

    it("admit calls up to the limit if many arrive at the same time", async () => {
      const call = aCall();
      for (const seconds of [0, 61]) {
        const answers = await Promise.all(Array.from({ length: 24 }, () => countsAt(seconds).admit(call, limit)));
        expect(answers.filter((answer) => answer === null)).toHaveLength(3);
        expect(answers.filter((answer) => answer === 61)).toHaveLength(21);
      }
    });

    it("are separate for each subject and kind", async () => {
      const call = aCall();
      for (let nth = 0; nth < 3; nth += 1) await countsAt(0).admit(call, limit);
      expect(await countsAt(0).admit(call, limit)).toBe(61);
      expect(await countsAt(0).admit(aCall(), limit)).toBeNull();
      expect(await countsAt(0).admit({ ...call, kind: "other" }, limit)).toBeNull();
    });

    it("store the time at which the row expires, and no data that identifies the caller", async () => {
      const kind = randomUUID();
      await countsAt(0).admit({ kind, subject: `asha-${kind}@example.com` }, limit);
      const { Items = [] } = await open().send(new ScanCommand({ TableName: tableName }));
      expect(JSON.stringify(Items)).not.toMatch(/asha|example/);
      const row = Items.find((item) => String(item["counted"]).startsWith(kind));
      expect(row).toEqual({ counted: expect.any(String), calls: 1, expires_at: Math.ceil(start / 1000) + 60 });
    });

    it("throw if the table does not exist", async () => {
      const { admit } = createCallCountStore(
        open(),
        "no-such-table",
        { now: () => new Date(start) },
        allowEveryAccount,
      );
      await expect(admit(aCall(), limit)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    });
  });
}
