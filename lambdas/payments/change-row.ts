import type { Subscription } from "../../domain/plans/subscription.ts";
import { retryUntilWritten } from "../store/conditional-writes.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/**
 * Applies the rule again if another writer changed the row meanwhile.
 * @param rule returns the row to store, or the same object to change nothing
 * @throws Refusal "changed_meanwhile", and all errors of the rule and of the store
 */
export async function changeRow<Row extends Subscription>(
  subscriptions: Pick<SubscriptionStore, "get" | "replace">,
  userId: string,
  rule: (row: Subscription | null) => Row,
): Promise<{ before: Subscription | null; row: Subscription }> {
  return retryUntilWritten("Your plan", async () => {
    const before = await subscriptions.get(userId);
    const next = rule(before);
    if (next === before) return { before, row: next };
    const row = await subscriptions.replace(before, next);
    return row && { before, row };
  });
}
