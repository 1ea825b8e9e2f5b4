import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Account } from "../../../../domain/account.ts";
import type { LearnerEvent } from "../../../../domain/event.ts";
import type { Profile } from "../../../../domain/profile.ts";
import { accessEnd, type Subscription } from "../../../../domain/subscription.ts";
import { accountKey } from "./account.ts";
import { useSession } from "./session.ts";

/** Whether `next` was written after `known`: answers and events may come late and in any order. */
export function isNewer(known: Subscription | null, next: Subscription): boolean {
  if (!known) return true;
  const writes = (next.revision ?? 0) - (known.revision ?? 0);
  return writes === 0 ? Date.parse(next.updated_at) > Date.parse(known.updated_at) : writes > 0;
}

/** What is known of a learner's account. Whatever anybody learns of it is told here, and to nobody else. */
export type AccountFacts = {
  /** What is known now; undefined before anything is, and after the learner logged out. */
  get: () => Account | undefined;
  /** Takes in the server's answer on the subscription; null says that there is none. */
  takeSubscription: (answer: Subscription | null) => void;
  /** Takes in the profile as the server has just stored it. */
  takeProfile: (profile: Profile) => void;
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
  const get = () => queries.getQueryData<Account>(queryKey);
  const change = (facts: Partial<Account>) =>
    queries.setQueryData<Account>(queryKey, (account) => account && { ...account, ...facts });
  const isBeingRead = () => queries.isFetching({ queryKey }) > 0;
  const catchUp = async () => {
    // What is being read may have been read too early, so it does not count.
    if (isBeingRead()) await queries.refetchQueries({ queryKey }, { cancelRefetch: false });
    await queries.invalidateQueries({ queryKey });
  };
  const takeSubscription = (answer: Subscription | null) => {
    const known = get()?.subscription ?? null;
    if (answer === null || isNewer(known, answer)) change({ subscription: answer });
  };
  return {
    get,
    takeSubscription,
    takeProfile: (profile) => void change({ profile }),
    apply: (event) => {
      if (event.userId !== userId || event.type === "ExamChanged") return;
      if (event.type === "SubscriptionChanged") takeSubscription(event.subscription);
      // A profile does not say when it was written. Of two that differ only the server knows which is newer.
      const known = get();
      const differs = event.type === "ProfileChanged" && known && !sameFields(known.profile, event.profile);
      if (differs || isBeingRead()) void catchUp();
    },
    catchUp,
  };
}

/** What is known of the account of whoever is signed in. */
export function useAccountFacts(): AccountFacts {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.kind === "learner" ? session.userId : "";
  return useMemo(() => accountFactsIn(queries, userId), [queries, userId]);
}

/** All that the server goes by when it grants parts of the content, in one text: who it is, their plan and language. */
export function grantBasis(queries: QueryClient): string {
  const accounts = queries.getQueriesData<Account>({ queryKey: ["account"] });
  const facts = accounts.flatMap(([, account]) => {
    if (!account) return [];
    const { profile, subscription } = account;
    const plan = subscription && [subscription.plan_type, subscription.active, accessEnd(subscription)];
    return [[profile.id, profile.language_preference, plan]];
  });
  return JSON.stringify(facts);
}
