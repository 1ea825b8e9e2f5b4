import { Subscription } from "../../domain/plans/subscription.ts";
import type { SubscriptionStore } from "../../lambdas/store/subscriptions.ts";

/** Like the real store, refuses a write if the revision has changed. */
export function createMemoryRow(userId: string, delay: (what: string) => Promise<void>) {
  let row: Subscription | null = null;
  const copy = () => (row ? Subscription.parse(structuredClone(row)) : null);
  const call = async <Result>(what: string, work: () => Result): Promise<Result> => {
    await delay(`${what} asked`);
    const result = work();
    await delay(`${what} answered`);
    return result;
  };
  const subscriptions: SubscriptionStore = {
    get: (id) => call("get", () => (id === userId ? copy() : null)),
    findByCustomer: (customer) => call("findByCustomer", () => (row?.stripe_customer_id === customer ? copy() : null)),
    replace: (previous, next) =>
      call("replace", () => {
        if ((previous?.revision ?? null) !== (row?.revision ?? null)) return null;
        row = { ...next, revision: (previous?.revision ?? 0) + 1 };
        return copy();
      }),
    remove: (read) =>
      call("remove", () => {
        if (read.revision !== row?.revision) return false;
        row = null;
        return true;
      }),
    endedOn: async function* (day, now) {
      await delay("endedOn");
      const due = row?.plan_type !== "free" && row?.end_date?.startsWith(day) && row.end_date <= now.toISOString();
      const page = copy();
      if (due && page) yield [page];
    },
  };
  return { subscriptions, row: copy };
}
