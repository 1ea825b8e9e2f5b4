import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { callCountsIn } from "../../../lambdas/store/call-counts.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";

const tableName = localTableName("call_counts");
const limit = { calls: 3, seconds: 60 };
const at = (time: string) => new Date(`2026-11-21T09:${time}Z`);

/** What the call_counts table must do on any database. */
export function describeCallCounts(open: () => DocumentStore): void {
  describe("counts of calls", () => {
    const admit = (subject: string, now: Date, kind = "test") =>
      callCountsIn(open(), tableName).admit({ kind, subject }, limit, now);

    it("let through as many as the limit says, then say how long the period still lasts", async () => {
      const subject = randomUUID();
      const now = at("30:15.500");
      expect([await admit(subject, now), await admit(subject, now), await admit(subject, now)]).toEqual([
        null,
        null,
        null,
      ]);
      expect(await admit(subject, now)).toBe(45);
      expect(await admit(subject, at("30:59.999"))).toBe(1);
      expect(await admit(subject, at("31:00.000"))).toBeNull();
    });

    it("never let through more, however many come at once", async () => {
      const subject = randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => admit(subject, at("30:00"))));
      expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    });

    it("are kept apart by subject and by kind", async () => {
      const subject = randomUUID();
      for (let nth = 0; nth < 4; nth += 1) await admit(subject, at("30:00"));
      expect(await admit(subject, at("30:00"))).toBe(60);
      expect(await admit(randomUUID(), at("30:00"))).toBeNull();
      expect(await admit(subject, at("30:00"), "other")).toBeNull();
    });

    it("hold nothing that tells who called, and are over with their period", async () => {
      const subject = `asha-${randomUUID()}@example.com`;
      const kind = randomUUID();
      await admit(subject, at("30:10"), kind);
      const { Items = [] } = await open().send(new ScanCommand({ TableName: tableName }));
      expect(JSON.stringify(Items)).not.toMatch(/asha|example/);
      const row = Items.find((item) => String(item["counted"]).startsWith(kind));
      expect(row).toMatchObject({ calls: 1, expires_at: at("31:00").getTime() / 1000 });
    });
  });
}
