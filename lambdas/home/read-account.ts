import type { Account } from "../../domain/accounts/account.ts";
import { fullNameOrEmpty } from "../../domain/accounts/full-name.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { type Subscription, subscriptionStatus } from "../../domain/plans/subscription.ts";
import type { NamedUser, UserDirectory } from "../accounts/user-directory.ts";
import { userGoneRefusal } from "../guards/guards.ts";
import type { Clock } from "../runtime/clock.ts";
import { type EventBus, publishOrLog } from "../runtime/event-bus.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";
import type { StudyBatchNumbers } from "../store/latest-study-batches.ts";
import type { ProfileStore } from "../store/profiles.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

export type AccountServices = {
  bus: EventBus;
  clock: Clock;
  closedAccounts: Pick<ClosedAccountStore, "stateOf">;
  profiles: Pick<ProfileStore, "get" | "createIfMissing">;
  studyBatches: StudyBatchNumbers;
  subscriptions: Pick<SubscriptionStore, "get">;
  users: Pick<UserDirectory, "get">;
};

/** @throws Refusal "user_gone", "account_closing" */
async function createProfile(caller: NamedUser, services: AccountServices): Promise<Profile> {
  const [closing, user] = await Promise.all([
    services.closedAccounts.stateOf(caller.userId),
    services.users.get(caller),
  ]);
  if (!user || closing === "closed") throw userGoneRefusal();
  const profile = {
    id: caller.userId,
    full_name: fullNameOrEmpty(user.fullName),
    email: user.email,
    language_preference: null,
  };
  return closing ? profile : services.profiles.createIfMissing(profile);
}

async function publishIfEnded(subscription: Subscription | null, { clock, bus }: AccountServices): Promise<void> {
  if (!subscription || subscription.plan_type === "free") return;
  if (subscriptionStatus(subscription, clock.now()) !== "expired") return;
  await publishOrLog(bus, { type: "SubscriptionEnded", userId: subscription.user_id });
}

/** The profile may be missing, because the sign-up may have failed to create it. */
export async function readAccount(caller: NamedUser, services: AccountServices): Promise<Account> {
  const [profile, subscription, batch] = await Promise.all([
    services.profiles.get(caller.userId),
    services.subscriptions.get(caller.userId),
    services.studyBatches.latest(caller.userId),
  ]);
  await publishIfEnded(subscription, services);
  return { profile: profile ?? (await createProfile(caller, services)), subscription, study_batch: batch };
}
