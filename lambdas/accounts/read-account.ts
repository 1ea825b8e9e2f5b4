import type { Account } from "../../domain/accounts/account.ts";
import { fullNameOrEmpty } from "../../domain/accounts/full-name.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { type Subscription, subscriptionStatus } from "../../domain/plans/subscription.ts";
import { userGoneRefusal } from "../guards/guards.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, clock, closedAccounts, profiles, studyBatches, subscriptions, users } from "../services.ts";
import type { NamedUser } from "./user-directory.ts";

/** Services of `readAccount`. */
export const accountProviders = {
  bus,
  clock,
  closedAccounts: pickMethods(closedAccounts, "stateOf"),
  profiles: pickMethods(profiles, "get", "createIfMissing"),
  studyBatches,
  subscriptions: pickMethods(subscriptions, "get"),
  users: pickMethods(users, "get"),
};
export type AccountServices = ProvidedServices<typeof accountProviders>;

/** Creates the caller's profile. Does not store it during the account's deletion. Refuses a deleted account. */
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

/** Publishes the end of a paid row, so that an event handler downgrades the row. The access has ended either way. */
async function publishIfEnded(subscription: Subscription | null, { clock, bus }: AccountServices): Promise<void> {
  if (!subscription || subscription.plan_type === "free") return;
  if (subscriptionStatus(subscription, clock.now()) !== "expired") return;
  await publishOrLog(bus, { type: "SubscriptionEnded", userId: subscription.user_id });
}

/** Returns the facts about the caller. Creates the profile if sign-up could not. */
export async function readAccount(caller: NamedUser, services: AccountServices): Promise<Account> {
  const [profile, subscription, batch] = await Promise.all([
    services.profiles.get(caller.userId),
    services.subscriptions.get(caller.userId),
    services.studyBatches.latest(caller.userId),
  ]);
  await publishIfEnded(subscription, services);
  return { profile: profile ?? (await createProfile(caller, services)), subscription, study_batch: batch };
}
