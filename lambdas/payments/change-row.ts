import type { Subscription } from "../../domain/plans/subscription.ts";
import { retryUntilWritten } from "../store/conditional-writes.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/**
 * Changes a learner's row by a rule that is asked again whenever somebody else wrote the row in between. The rule gets
 * the row as it is and answers with the one to store, or with the very same row to leave it.
 * @throws Refusal "changed_meanwhile", and whatever the rule throws
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
