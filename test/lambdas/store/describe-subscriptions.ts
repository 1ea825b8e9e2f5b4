import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Subscription } from "../../../domain/subscription.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { subscriptionsIn } from "../../../lambdas/store/subscriptions.ts";
import { localTableName } from "../../../local/dynamodb.ts";

const tableName = localTableName("subscriptions");

const aSubscription = (fields: Partial<Subscription> = {}): Subscription => ({
  user_id: randomUUID(),
  plan_type: "free",
  active: true,
  start_date: "2026-11-21T09:00:00.000Z",
  end_date: null,
  updated_at: "2026-11-21T09:00:00.000Z",
  ...fields,
});

/** What the subscriptions table must do on any database. */
export function describeSubscriptions(open: () => DocumentStore): void {
  describe("subscriptions", () => {
    const subscriptions = () => subscriptionsIn(open(), tableName);

    it("gives back what it stored, and null for who has none", async () => {
      const subscription = aSubscription({
        plan_type: "premium",
        end_date: "2026-12-21T09:00:00.000Z",
        stripe_customer_id: "cus_1",
        stripe_subscription_id: "pi_1",
      });
      expect(await subscriptions().replace(null, subscription)).toBe(true);
      expect(await subscriptions().get(subscription.user_id)).toEqual(subscription);
      expect(await subscriptions().get(randomUUID())).toBeNull();
    });

    it("puts the next in place of the previous, and keeps nothing of it", async () => {
      const previous = aSubscription({ stripe_customer_id: "cus_1" });
      await subscriptions().replace(null, previous);
      const next = aSubscription({ user_id: previous.user_id, updated_at: "2026-11-21T10:00:00.000Z" });
      expect(await subscriptions().replace(previous, next)).toBe(true);
      expect(await subscriptions().get(previous.user_id)).toEqual(next);
    });

    it("leaves out an end that is null, which the index of ends cannot hold", async () => {
      const endless = aSubscription();
      await subscriptions().replace(null, endless);
      const { Item } = await open().send(new GetCommand({ TableName: tableName, Key: { user_id: endless.user_id } }));
      expect(Item).not.toHaveProperty("end_date");
      expect(await subscriptions().get(endless.user_id)).toEqual(endless);
    });

    it("refuses to replace what is no longer as it was read, and changes nothing", async () => {
      const read = aSubscription();
      await subscriptions().replace(null, read);
      const meanwhile = { ...read, active: false, updated_at: "2026-11-21T10:00:00.000Z" };
      await subscriptions().replace(read, meanwhile);
      const late = { ...read, end_date: "2027-01-01T00:00:00.000Z", updated_at: "2026-11-21T11:00:00.000Z" };
      expect(await subscriptions().replace(read, late)).toBe(false);
      expect(await subscriptions().get(read.user_id)).toEqual(meanwhile);
    });

    it("refuses to create what is there, and to replace what is not", async () => {
      const present = aSubscription();
      await subscriptions().replace(null, present);
      const other = { ...present, active: false };
      expect(await subscriptions().replace(null, other)).toBe(false);
      expect(await subscriptions().get(present.user_id)).toEqual(present);
      const absent = aSubscription();
      expect(await subscriptions().replace(absent, { ...absent, active: false })).toBe(false);
      expect(await subscriptions().get(absent.user_id)).toBeNull();
    });

    it("lets one of many win who replace the same at once", async () => {
      const previous = aSubscription();
      await subscriptions().replace(null, previous);
      const rivals = Array.from({ length: 8 }, (_, rival) => {
        return { ...previous, updated_at: `2026-11-21T10:00:0${rival}.000Z` };
      });
      const wins = await Promise.all(rivals.map((rival) => subscriptions().replace(previous, rival)));
      expect(wins.filter((isWin) => isWin)).toHaveLength(1);
      expect(await subscriptions().get(previous.user_id)).toEqual(rivals[wins.indexOf(true)]);
    });

    it("does not pass on a row that does not fit the schema", async () => {
      const row = aSubscription({ end_date: "2026-12-21T09:00:00.000Z" });
      await open().send(new PutCommand({ TableName: tableName, Item: { ...row, plan_type: "golden" } }));
      await expect(subscriptions().get(row.user_id)).rejects.toThrow("plan_type");
    });
  });
}
