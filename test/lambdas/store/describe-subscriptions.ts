import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createSubscriptionStore } from "../../../lambdas/store/subscriptions.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

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

export function describeSubscriptions(open: () => DocumentStore): void {
  describe("the subscription store", () => {
    const subscriptions = () => createSubscriptionStore(open(), tableName, allowEveryAccount);
    const putItem = (item: object) => open().send(new PutCommand({ TableName: tableName, Item: { ...item } }));
    const created = async (fields: Partial<Subscription> = {}): Promise<Subscription> => {
      const row = await subscriptions().replace(null, aSubscription(fields));
      if (!row) throw new Error("The row was there already");
      return row;
    };

    it("returns a stored row with revision 1, and null for a learner without a row", async () => {
      const subscription = aSubscription({
        plan_type: "premium",
        end_date: "2026-12-21T09:00:00.000Z",
        stripe_customer_id: "cus_1",
        stripe_subscription_id: "pi_1",
        renewal_failed: true,
        owed_cents: 1285,
        period_end: "2027-01-21T09:00:00.000Z",
        first_billed_at: "2026-12-21T09:00:00.000Z",
        stages: [
          {
            plan_type: "pro",
            starts_at: "2026-11-21T09:00:00.000Z",
            ends_at: "2026-12-21T09:00:00.000Z",
            recurring: false,
          },
          { plan_type: "premium", starts_at: "2026-12-21T09:00:00.000Z", ends_at: null, recurring: true },
        ],
        credit_cents: -300,
        given_back: { plan_type: "plus", cents: 999, at: "2026-11-20T09:00:00.000Z" },
        synced_at: "2026-11-21T09:00:00.000Z",
      });
      const stored = { ...subscription, revision: 1 };
      expect(await subscriptions().replace(null, subscription)).toEqual(stored);
      expect(await subscriptions().get(subscription.user_id)).toEqual(stored);
      expect(await subscriptions().get(randomUUID())).toBeNull();
    });

    it("replaces all fields of the previous row", async () => {
      const previous = await created({ stripe_customer_id: "cus_1" });
      const next = aSubscription({ user_id: previous.user_id, updated_at: "2026-11-21T10:00:00.000Z" });
      expect(await subscriptions().replace(previous, next)).toEqual({ ...next, revision: 2 });
      expect(await subscriptions().get(previous.user_id)).toEqual({ ...next, revision: 2 });
    });

    it("counts revisions itself, and ignores the revision in the new row", async () => {
      const first = await created({ revision: 40 });
      const second = await subscriptions().replace(first, { ...first, revision: 90 });
      expect([first.revision, second?.revision]).toEqual([1, 2]);
    });

    it("replaces a row without a revision, and refuses to replace the old row again", async () => {
      const old = aSubscription();
      const { end_date: _, ...item } = old;
      await putItem(item);
      expect(await subscriptions().get(old.user_id)).toEqual(old);
      const next = { ...old, active: false };
      expect(await subscriptions().replace(old, next)).toEqual({ ...next, revision: 1 });
      expect(await subscriptions().replace(old, { ...old, plan_type: "pro" })).toBeNull();
      expect(await subscriptions().get(old.user_id)).toEqual({ ...next, revision: 1 });
    });

    it("omits a null end date from the stored row", async () => {
      const endless = await created();
      const { Item } = await open().send(new GetCommand({ TableName: tableName, Key: { user_id: endless.user_id } }));
      expect(Item).not.toHaveProperty("end_date");
      expect(await subscriptions().get(endless.user_id)).toEqual(endless);
    });

    it("refuses to replace a row that changed after it was read", async () => {
      const read = await created();
      const meanwhile = await subscriptions().replace(read, { ...read, active: false });
      const late = { ...read, end_date: "2027-01-01T00:00:00.000Z", updated_at: "2026-11-21T11:00:00.000Z" };
      expect(await subscriptions().replace(read, late)).toBeNull();
      expect(await subscriptions().replace(read, late)).toBeNull();
      expect(await subscriptions().get(read.user_id)).toEqual(meanwhile);
    });

    it("refuses to replace a row that changed and then changed back to the same content", async () => {
      const read = await created();
      const changed = await subscriptions().replace(read, { ...read, active: false });
      const back = await subscriptions().replace(changed, read);
      expect(await subscriptions().replace(read, { ...read, plan_type: "pro" })).toBeNull();
      expect(await subscriptions().get(read.user_id)).toEqual(back);
    });

    it("refuses a replacement whose previous row has a higher revision than the stored row", async () => {
      const anew = await created();
      expect(await subscriptions().replace({ ...anew, revision: 5 }, { ...anew, plan_type: "pro" })).toBeNull();
      expect(await subscriptions().get(anew.user_id)).toEqual(anew);
    });

    it("refuses to create an existing row, and to replace a missing row", async () => {
      const present = await created();
      expect(await subscriptions().replace(null, { ...present, active: false })).toBeNull();
      expect(await subscriptions().get(present.user_id)).toEqual(present);
      for (const absent of [aSubscription(), aSubscription({ revision: 1 })]) {
        expect(await subscriptions().replace(absent, { ...absent, active: false })).toBeNull();
        expect(await subscriptions().get(absent.user_id)).toBeNull();
      }
    });

    it("accepts only one of eight simultaneous replacements of a row", async () => {
      const previous = await created();
      const rivals = Array.from({ length: 8 }, (_, rival) => {
        return { ...previous, updated_at: `2026-11-21T10:00:0${rival}.000Z` };
      });
      const outcomes = await Promise.all(rivals.map((rival) => subscriptions().replace(previous, rival)));
      const wins = outcomes.filter((outcome) => outcome !== null);
      expect(wins).toHaveLength(1);
      expect(await subscriptions().get(previous.user_id)).toEqual(wins[0]);
    });

    it("accepts only one of eight simultaneous creations of a row", async () => {
      const user_id = randomUUID();
      const rivals = Array.from({ length: 8 }, (_, rival) =>
        aSubscription({ user_id, stripe_customer_id: `c${rival}` }),
      );
      const outcomes = await Promise.all(rivals.map((rival) => subscriptions().replace(null, rival)));
      const wins = outcomes.filter((outcome) => outcome !== null);
      expect(wins).toHaveLength(1);
      expect(await subscriptions().get(user_id)).toEqual(wins[0]);
    });

    it("finds the row of a customer, and returns null for an unknown customer", async () => {
      const customer = `cus_${randomUUID()}`;
      const row = await created({ stripe_customer_id: customer });
      await created();
      expect(await subscriptions().findByCustomer(customer)).toEqual(row);
      expect(await subscriptions().findByCustomer(`${customer}x`)).toBeNull();
      const { stripe_customer_id: _, ...rest } = row;
      await subscriptions().replace(row, rest);
      expect(await subscriptions().findByCustomer(customer)).toBeNull();
    });

    it("throws if the table does not exist", async () => {
      const elsewhere = createSubscriptionStore(open(), "no-such-table", allowEveryAccount);
      await expect(elsewhere.replace(null, aSubscription())).rejects.toMatchObject({
        name: "ResourceNotFoundException",
      });
    });

    it("throws for a row that does not match the schema", async () => {
      const customer = `cus_${randomUUID()}`;
      const row = aSubscription({ end_date: "2026-12-21T09:00:00.000Z", stripe_customer_id: customer });
      await putItem({ ...row, plan_type: "golden" });
      await expect(subscriptions().get(row.user_id)).rejects.toThrow("plan_type");
      await expect(subscriptions().findByCustomer(customer)).rejects.toThrow("plan_type");
    });

    it("removes only a row that is unchanged since it was read", async () => {
      const read = await created();
      const meanwhile = await subscriptions().replace(read, { ...read, active: false });
      expect(await subscriptions().remove(read)).toBe(false);
      expect(await subscriptions().get(read.user_id)).toEqual(meanwhile);
      if (!meanwhile) throw new Error("The row was not replaced");
      expect(await subscriptions().remove(meanwhile)).toBe(true);
      expect(await subscriptions().get(read.user_id)).toBeNull();
      expect(await subscriptions().remove(meanwhile)).toBe(false);
      expect(await subscriptions().replace(meanwhile, { ...meanwhile, active: true })).toBeNull();
      expect(await subscriptions().get(read.user_id)).toBeNull();
    });

    it("removes a row without a revision", async () => {
      const { end_date: _, ...old } = aSubscription();
      await putItem(old);
      expect(await subscriptions().remove({ ...old, end_date: null })).toBe(true);
      expect(await subscriptions().get(old.user_id)).toBeNull();
    });
  });
}
