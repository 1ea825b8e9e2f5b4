import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Account } from "../../../../domain/accounts/account.ts";
import { displayName, type Profile } from "../../../../domain/accounts/profile.ts";
import { accessEnd, type Subscription } from "../../../../domain/plans/subscription.ts";
import type { LearnerEvent } from "../../../../domain/realtime/event.ts";
import { callApi } from "../../api.ts";
import { freshness, refetchByKey, refetchIfFetching } from "../../query-freshness.ts";
import { type Session, useSession } from "./session.ts";

/** Query key of a learner's account. */
export const accountKey = (userId: string) => ["account", userId] as const;

/**
 * Whether `next` was written after `known`: answers and events may come late and in any order. Null is a row that was not
 * there yet, for it goes only with the account.
 */
export function isNewer(known: Subscription | null, next: Subscription | null): boolean {
  if (!known || !next) return !known;
  const writes = (next.revision ?? 0) - (known.revision ?? 0);
  return writes === 0 ? Date.parse(next.updated_at) > Date.parse(known.updated_at) : writes > 0;
}

/** Query of a learner's account. Keeps a cached subscription that is newer than the response. */
export const accountQuery = (userId: string, read: () => Promise<Account> = () => callApi("get-account", {})) => ({
  queryKey: accountKey(userId),
  queryFn: async ({ client }: { client: QueryClient }): Promise<Account> => {
    const account = await read();
    const known = client.getQueryData<Account>(accountKey(userId))?.subscription ?? null;
    return isNewer(account.subscription, known) ? { ...account, subscription: known } : account;
  },
  ...freshness.account,
});

/** The cached account of a learner. Every change of it goes through these functions. */
export type AccountCache = {
  /** Returns the cached account; undefined before it is loaded and after a log-out. */
  get: () => Account | undefined;
  /** Takes in the server's answer on the subscription; null says that there was none yet. */
  setSubscription: (answer: Subscription | null) => void;
  /** Takes in the profile as the server has just stored it. */
  setProfile: (profile: Profile) => void;
  /** Takes in a change that the server has told of. */
  apply: (event: LearnerEvent) => void;
  /** Reads anew what may have changed unnoticed. */
  refetch: () => Promise<void>;
};

const sameFields = (a: object, b: object) =>
  // As texts, for a field may be a list.
  Object.keys({ ...a, ...b }).every(
    (key) => JSON.stringify(Reflect.get(a, key)) === JSON.stringify(Reflect.get(b, key)),
  );

/** A learner's account in the query cache, kept up to date. */
export function createAccountCache(queries: QueryClient, userId: string): AccountCache {
  const queryKey = accountKey(userId);
  const get = () => queries.getQueryData<Account>(queryKey);
  const change = (facts: Partial<Account>) =>
    queries.setQueryData<Account>(queryKey, (account) => account && { ...account, ...facts });
  const catchUp = () => refetchByKey(queries, queryKey);
  const takeSubscription = (answer: Subscription | null) => {
    const known = get()?.subscription ?? null;
    if (isNewer(known, answer)) change({ subscription: answer });
  };
  return {
    get,
    setSubscription: takeSubscription,
    setProfile: (profile) => {
      change({ profile });
      void refetchIfFetching(queries, queryKey);
    },
    apply: (event) => {
      if (event.userId !== userId || event.type === "ExamChanged") return;
      if (event.type === "SubscriptionChanged") takeSubscription(event.subscription);
      // A profile does not say when it was written. Of two that differ only the server knows which is newer.
      const known = get();
      const differs = event.type === "ProfileChanged" && known && !sameFields(known.profile, event.profile);
      void (differs ? catchUp() : refetchIfFetching(queries, queryKey));
    },
    refetch: catchUp,
  };
}

/** Returns access to the cached account of the learner who is logged in. */
export function useAccountCache(): AccountCache {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.kind === "learner" ? session.userId : "";
  return useMemo(() => createAccountCache(queries, userId), [queries, userId]);
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

/** The facts on whoever is signed in; not asked for while nobody is. */
export function useAccount(): UseQueryResult<Account> {
  const session = useSession();
  const isLearner = session.kind === "learner";
  return useQuery({ ...accountQuery(isLearner ? session.userId : ""), enabled: isLearner });
}

/** The name by which to greet the learner. */
export function nameOf(session: Session & { kind: "learner" }, account: Account | undefined): string {
  return displayName({
    profileName: account?.profile.full_name,
    accountName: session.accountName,
    email: session.email,
  });
}
