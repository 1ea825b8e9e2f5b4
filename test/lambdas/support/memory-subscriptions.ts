import { Subscription } from "../../../domain/plans/subscription.ts";
import { dayOf, type SubscriptionStore } from "../../../lambdas/store/subscriptions.ts";

/** The pages of `endedOn` have at most three rows. */
export function createMemorySubscriptions(...given: Subscription[]) {
  const rows = new Map<string, Subscription>();
  const put = (row: Subscription) => rows.set(row.user_id, Subscription.parse(structuredClone(row)));
  for (const row of given) put(row);
  const row = (userId: string) => structuredClone(rows.get(userId) ?? null);
  const all = () => [...rows.keys()].flatMap((userId) => row(userId) ?? []);
  /** Changes by other writers. Each runs just before one of the next writes. */
  const meanwhile: (() => void)[] = [];
  const days: string[] = [];
  const subscriptions: SubscriptionStore = {
    get: async (userId) => row(userId),
    findByCustomer: async (customer) => all().find((one) => one.stripe_customer_id === customer) ?? null,
    replace: async (previous, next) => {
      meanwhile.shift()?.();
      const present = rows.get(next.user_id);
      if ((previous === null) !== (present === undefined) || previous?.revision !== present?.revision) return null;
      put({ ...next, revision: (previous?.revision ?? 0) + 1 });
      return row(next.user_id);
    },
    remove: async (read) => {
      meanwhile.shift()?.();
      return rows.get(read.user_id)?.revision === read.revision && rows.delete(read.user_id);
    },
    endedOn: async function* (day, now) {
      days.push(day);
      const due = all()
        .filter(({ plan_type, end_date }) => plan_type !== "free" && end_date !== null && dayOf(end_date) === day)
        .filter(({ end_date }) => String(end_date) <= now.toISOString())
        .toSorted((a, b) => String(a.end_date).localeCompare(String(b.end_date)));
      for (let start = 0; start < due.length; start += 3) yield due.slice(start, start + 3);
    },
  };
  const write = (userId: string, change: Partial<Subscription>) => {
    const present = rows.get(userId);
    if (present) put({ ...present, ...change, revision: (present.revision ?? 0) + 1 });
  };
  return { subscriptions, row, write, remove: (userId: string) => rows.delete(userId), meanwhile, days };
}
