import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Account } from "../../../../domain/accounts/account.ts";
import { displayName, type Profile } from "../../../../domain/accounts/profile.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { type OfflineAccess, offlineAccess } from "../../../../domain/plans/offline-access.ts";
import { accessEnd, type Subscription } from "../../../../domain/plans/subscription.ts";
import type { LearnerEvent } from "../../../../domain/realtime/event.ts";
import { callApi } from "../../api.ts";
import { currentSeenTimes } from "../../browser/server-time.ts";
import { fetchHome } from "../../home-answer.ts";
import { freshness, refetchByKey, refetchIfFetching } from "../../query-freshness.ts";
import { fetchOrStored, isUnreachable } from "../../stored-answers.ts";
import { getSessionSignal, type Session, useSession } from "./session.ts";
import { readStoredAccount, storeAccount, storeProfile } from "./stored-account.ts";

export const accountKey = (userId: string) => ["account", userId] as const;

/** Responses and events may arrive late and out of order. Null means that the row does not exist yet. */
export function isNewer(known: Subscription | null, next: Subscription | null): boolean {
  if (!known || !next) return !known;
  const writes = (next.revision ?? 0) - (known.revision ?? 0);
  return writes === 0 ? Date.parse(next.updated_at) > Date.parse(known.updated_at) : writes > 0;
}

const isHome = () => window.location.pathname === paths.home;

async function fetchWithHome(isFirst: boolean): Promise<Account | undefined> {
  try {
    return await fetchHome({ hasPractice: isFirst, sessionSignal: getSessionSignal() });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return undefined;
  }
}

async function fetchAccount(userId: string, isFirst: boolean): Promise<Account> {
  const account = (isHome() ? await fetchWithHome(isFirst) : undefined) ?? (await callApi("get-account", {}));
  storeAccount(userId, account);
  return account;
}

function readAccount(userId: string, isShown: boolean): Promise<Account> {
  if (isShown) return fetchAccount(userId, false);
  return fetchOrStored(
    () => fetchAccount(userId, true),
    () => readStoredAccount(userId)?.account,
  );
}

export const accountQuery = (
  userId: string,
  read: (isShown: boolean) => Promise<Account> = (isShown) => readAccount(userId, isShown),
) => ({
  queryKey: accountKey(userId),
  queryFn: async ({ client }: { client: QueryClient }): Promise<Account> => {
    const account = await read(client.getQueryData<Account>(accountKey(userId)) !== undefined);
    const known = client.getQueryData<Account>(accountKey(userId))?.subscription ?? null;
    return isNewer(account.subscription, known) ? { ...account, subscription: known } : account;
  },
  ...freshness.account,
});

export type AccountCache = {
  get: () => Account | undefined;
  /** Ignores the subscription unless it is newer than the cached one. Null does not replace a cached subscription. */
  setSubscription: (answer: Subscription | null) => void;
  setProfile: (profile: Profile) => void;
  apply: (event: LearnerEvent) => void;
  refetch: () => Promise<void>;
};

const sameFields = (a: object, b: object) =>
  // Compared as JSON, because a field may be a list.
  Object.keys({ ...a, ...b }).every(
    (key) => JSON.stringify(Reflect.get(a, key)) === JSON.stringify(Reflect.get(b, key)),
  );

const isAboutAccount = ({ type }: LearnerEvent) => type === "SubscriptionChanged" || type === "ProfileChanged";

export function createAccountCache(queries: QueryClient, userId: string): AccountCache {
  const queryKey = accountKey(userId);
  const get = () => queries.getQueryData<Account>(queryKey);
  const change = (facts: Partial<Account>) =>
    queries.setQueryData<Account>(queryKey, (account) => account && { ...account, ...facts });
  const catchUp = () => refetchByKey(queries, queryKey);
  const takeSubscription = (answer: Subscription | null) => {
    const known = get()?.subscription ?? null;
    if (!isNewer(known, answer)) return;
    const changed = change({ subscription: answer });
    if (changed) storeAccount(userId, changed);
  };
  return {
    get,
    setSubscription: takeSubscription,
    setProfile: (profile) => {
      if (change({ profile })) storeProfile(userId, profile);
      void refetchIfFetching(queries, queryKey);
    },
    apply: (event) => {
      if (event.userId !== userId || !isAboutAccount(event)) return;
      if (event.type === "SubscriptionChanged") takeSubscription(event.subscription);
      // A profile has no revision. If two profiles differ, only the server knows which is newer.
      const known = get();
      const differs = event.type === "ProfileChanged" && known && !sameFields(known.profile, event.profile);
      void (differs ? catchUp() : refetchIfFetching(queries, queryKey));
    },
    refetch: catchUp,
  };
}

export function useAccountCache(): AccountCache {
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.kind === "learner" ? session.userId : "";
  return useMemo(() => createAccountCache(queries, userId), [queries, userId]);
}

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

export function learnerOffline(queries: QueryClient): { userId: string; access: OfflineAccess } | null {
  const [entry] = queries.getQueriesData<Account>({ queryKey: ["account"] }).filter(([, account]) => account);
  const userId = entry?.[1]?.profile.id;
  const kept = userId === undefined ? undefined : readStoredAccount(userId);
  if (userId === undefined || !kept) return null;
  const { account, fetchedAtMs: checkedAtMs } = kept;
  const clock = { seen: currentSeenTimes(), deviceMs: Date.now() };
  return { userId, access: offlineAccess({ subscription: account.subscription, checkedAtMs, ...clock }) };
}

export function useAccount(): UseQueryResult<Account> {
  const session = useSession();
  const isLearner = session.kind === "learner";
  return useQuery({ ...accountQuery(isLearner ? session.userId : ""), enabled: isLearner });
}

export function nameOf(session: Session & { kind: "learner" }, account: Account | undefined): string {
  return displayName({
    profileName: account?.profile.full_name,
    accountName: session.accountName,
    email: session.email,
  });
}
