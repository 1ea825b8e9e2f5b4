import type { QueryClient } from "@tanstack/react-query";
import type { Account } from "../../../../domain/account.ts";
import type { LearnerEvent } from "../../../../domain/event.ts";
import type { Subscription } from "../../../../domain/subscription.ts";
import { accountKey } from "../accounts/account.ts";

/** Whether `next` was written after `known`: events may come late and in any order. */
export function isNewer(known: Subscription | null, next: Subscription): boolean {
  if (!known) return true;
  const writes = (next.revision ?? 0) - (known.revision ?? 0);
  return writes === 0 ? Date.parse(next.updated_at) > Date.parse(known.updated_at) : writes > 0;
}

export type AccountFacts = {
  /** Takes in a change that the server has told of. */
  apply: (event: LearnerEvent) => void;
  /** Reads anew what may have changed unnoticed. */
  catchUp: () => Promise<void>;
};

const sameFields = (a: object, b: object) =>
  Object.entries({ ...a, ...b }).every(([key]) => Reflect.get(a, key) === Reflect.get(b, key));

/** A learner's account in the query cache, kept up to date. */
export function accountFactsIn(queries: QueryClient, userId: string): AccountFacts {
  const queryKey = accountKey(userId);
  const isBeingRead = () => queries.isFetching({ queryKey }) > 0;
  const catchUp = async () => {
    // What is being read may have been read too early, so it does not count.
    if (isBeingRead()) await queries.refetchQueries({ queryKey }, { cancelRefetch: false });
    await queries.invalidateQueries({ queryKey });
  };
  return {
    apply: (event) => {
      if (event.userId !== userId) return;
      const known = queries.getQueryData<Account>(queryKey);
      if (event.type === "SubscriptionChanged" && known && isNewer(known.subscription, event.subscription)) {
        queries.setQueryData<Account>(queryKey, { ...known, subscription: event.subscription });
      }
      // A profile does not say when it was written. Of two that differ only the server knows which is newer.
      const differs = event.type === "ProfileChanged" && known && !sameFields(known.profile, event.profile);
      if (differs || isBeingRead()) void catchUp();
    },
    catchUp,
  };
}
