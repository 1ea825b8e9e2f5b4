import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Account } from "../../../domain/accounts/account.ts";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import { accountKey, accountQuery } from "../../../web/src/features/accounts/account.ts";
import { startRealtime } from "../../../web/src/features/realtime/start-realtime.ts";
import { type RealtimeCloud, startRealtimeCloud } from "./realtime-cloud.ts";

let cloud: RealtimeCloud;
beforeAll(async () => {
  cloud = await startRealtimeCloud();
});
afterAll(() => cloud.close());

/** `joined` resolves when the page loads the account, which it does after it joins the channel. */
function openPage(userId: string) {
  const queries = new QueryClient();
  const profile = { id: userId, full_name: "Asha", email: "asha@example.com", language_preference: null };
  const account: Account = { profile, subscription: null };
  queries.setQueryData(accountKey(userId), account);
  const caughtUp = Promise.withResolvers<void>();
  const observer = new QueryObserver<Account>(queries, {
    ...accountQuery(userId, async () => {
      caughtUp.resolve();
      return account;
    }),
  });
  const shown = Promise.withResolvers<Account>();
  const unsubscribe = observer.subscribe(({ data }) => {
    if (data?.subscription) shown.resolve(data);
  });
  const stop = startRealtime({
    url: cloud.gateway.url,
    accessToken: () => cloud.issuer.token(userId),
    proveSession: async () => {},
    userId,
    queries,
    network: new EventTarget(),
    page: Object.assign(new EventTarget(), { visibilityState: "visible" as const }),
  });
  onTestFinished(() => {
    stop();
    unsubscribe();
    queries.clear();
  });
  return { joined: caughtUp.promise, shown: shown.promise, stop };
}

it("every realtime client of a learner receives a change, and a stopped client has no connection row", async () => {
  const user = cloud.newUser();
  const pages = [openPage(user), openPage(user)];
  await Promise.all(pages.map(({ joined }) => joined));
  const subscription = { ...createFreeSubscription(user, new Date("2026-11-21T09:30:00Z")), revision: 1 };
  await cloud.publish({ type: "SubscriptionChanged", userId: user, subscription });
  for (const { shown } of pages) expect((await shown).subscription).toEqual(subscription);
  const ids = await cloud.idsOf(user);
  expect(ids).toHaveLength(2);
  for (const { stop } of pages) stop();
  await Promise.all(ids.map(cloud.disconnected));
  expect(await cloud.idsOf(user)).toEqual([]);
});
