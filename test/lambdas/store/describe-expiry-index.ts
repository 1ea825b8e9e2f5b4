import { createHash, randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { downgrade } from "../../../domain/plans/subscription-from-billing.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createSubscriptionStore, UnreadableRowError } from "../../../lambdas/store/subscriptions.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("subscriptions");

const paid = (end_date: string | null, fields: Partial<Subscription> = {}): Subscription => ({
  user_id: randomUUID(),
  plan_type: "pro",
  active: true,
  start_date: "2031-01-01T00:00:00.000Z",
  end_date,
  stripe_subscription_id: "pi_1",
  updated_at: "2031-01-01T00:00:00.000Z",
  ...fields,
});

/** The tests share a table, so each test uses days that no other test uses. */
export function describeExpiryIndex(open: () => DocumentStore): void {
  describe("the expiry index", () => {
    const subscriptions = () => createSubscriptionStore(open(), tableName, allowEveryAccount);
    const store = async (row: Subscription): Promise<Subscription> => {
      const stored = await subscriptions().replace(null, row);
      if (!stored) throw new Error("The row was there already");
      return stored;
    };
    const pagesOn = async (day: string, now: string) => {
      const pages: (readonly (Subscription | UnreadableRowError)[])[] = [];
      for await (const page of subscriptions().endedOn(day, new Date(now))) pages.push(page);
      return pages;
    };
    const endedOn = async (day: string, now = "2040-01-01T00:00:00.000Z") => (await pagesOn(day, now)).flat();

    it("returns the rows that end on a day, earliest end first, including cancelled rows", async () => {
      const [late, early, noon] = [
        await store(paid("2031-02-01T23:59:59.999Z", { active: false })),
        await store(paid("2031-02-01T00:00:00.000Z")),
        await store(paid("2031-02-01T12:00:00.000Z", { renewal_failed: true })),
      ];
      await store(paid("2031-01-31T23:59:59.999Z"));
      await store(paid("2031-02-02T00:00:00.000Z"));
      expect(await endedOn("2031-02-01")).toEqual([early, noon, late]);
    });

    it("returns a row from the exact moment of its end", async () => {
      const row = await store(paid("2031-02-10T12:00:00.000Z"));
      expect(await endedOn("2031-02-10", "2031-02-10T11:59:59.999Z")).toEqual([]);
      expect(await endedOn("2031-02-10", "2031-02-10T12:00:00.000Z")).toEqual([row]);
    });

    it("returns no free row, and no row without an end", async () => {
      await store(paid("2031-02-11T12:00:00.000Z", { plan_type: "free", active: false }));
      await store(paid(null));
      expect(await endedOn("2031-02-11")).toEqual([]);
    });

    it("removes a row that becomes free, and moves a renewed row to its new day", async () => {
      const now = new Date("2031-02-13T00:00:00.000Z");
      const rows = [await store(paid("2031-02-12T01:00:00.000Z")), await store(paid("2031-02-12T02:00:00.000Z"))];
      const renewed = await store(paid("2031-02-12T03:00:00.000Z"));
      const [first, second] = rows;
      if (!first || !second) throw new Error("Two rows are needed");
      await subscriptions().replace(first, downgrade(first, now));
      await subscriptions().replace(second, { ...second, plan_type: "free", end_date: null });
      const moved = await subscriptions().replace(renewed, { ...renewed, end_date: "2031-02-15T03:00:00.000Z" });
      expect(await endedOn("2031-02-12")).toEqual([]);
      expect(await endedOn("2031-02-15")).toEqual([moved]);
    });

    it("returns each row once, in several pages", async () => {
      const ends = Array.from({ length: 205 }, (_, at) => new Date(Date.UTC(2031, 1, 20, 1) + at * 1000).toISOString());
      const rows = await Promise.all(ends.map((end) => store(paid(end))));
      const pages = await pagesOn("2031-02-20", "2040-01-01T00:00:00.000Z");
      expect(pages.flat()).toEqual(rows);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(100);
    });

    it("returns an error without the learner's id for a malformed row", async () => {
      const before = await store(paid("2031-02-25T11:00:00.000Z"));
      const row = { ...paid("2031-02-25T12:00:00.000Z"), plan_type: "golden", expiry_day: "2031-02-25" };
      await open().send(new PutCommand({ TableName: tableName, Item: row }));
      const after = await store(paid("2031-02-25T13:00:00.000Z"));
      const [first, unreadable, last, ...more] = await endedOn("2031-02-25");
      expect([first, last, more]).toEqual([before, after, []]);
      if (!(unreadable instanceof UnreadableRowError)) throw new Error("The row was read");
      const hash = createHash("sha256").update(row.user_id).digest("hex");
      for (const part of ["2031-02-25T12:00:00.000Z", hash, "plan_type"]) expect(unreadable.message).toContain(part);
      for (const part of [row.user_id, "golden", "pi_1"]) expect(String(unreadable.stack)).not.toContain(part);
    });
  });
}
