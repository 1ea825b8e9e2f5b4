import type { Account } from "../../domain/accounts/account.ts";
import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { usableName } from "../../domain/accounts/full-name.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { type Subscription, subscriptionStatus } from "../../domain/plans/subscription.ts";
import type { NamedUser } from "../accounts/user-directory.ts";
import { userGone } from "../guards/guards.ts";
import { type Call, onHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { announce } from "../runtime/bus.ts";
import { bus, clock, closedAccounts, profiles, subscriptions, users } from "../services.ts";

const providers = {
  bus,
  clock,
  closedAccounts: only(closedAccounts, "stateOf"),
  profiles: only(profiles, "get", "createIfMissing"),
  subscriptions: only(subscriptions, "get"),
  users: only(users, "get"),
};
type Services = Provided<typeof providers>;

/** Stores nothing for a learner whose account is being deleted, and refuses one whose account is gone. */
async function createProfile(caller: NamedUser, services: Services): Promise<Profile> {
  const [closing, user] = await Promise.all([
    services.closedAccounts.stateOf(caller.userId),
    services.users.get(caller),
  ]);
  if (!user || closing === "closed") throw userGone();
  const profile = {
    id: caller.userId,
    full_name: usableName(user.fullName),
    email: user.email,
    language_preference: null,
  };
  return closing ? profile : services.profiles.createIfMissing(profile);
}

/** A row that still says "paid" after its end is downgraded by the event's handler; access has ended all the same. */
async function tellIfEnded(subscription: Subscription | null, { clock, bus }: Services): Promise<void> {
  if (!subscription || subscription.plan_type === "free") return;
  if (subscriptionStatus(subscription, clock.now()) !== "expired") return;
  await announce(bus, { type: "SubscriptionEnded", userId: subscription.user_id });
}

/** The facts held on the caller; makes the profile if sign-up could not. */
export async function getAccount(
  { caller }: Pick<Call<"get-account">, "caller">,
  services: Services,
): Promise<Account> {
  const [profile, subscription] = await Promise.all([
    services.profiles.get(caller.userId),
    services.subscriptions.get(caller.userId),
  ]);
  await tellIfEnded(subscription, services);
  return { profile: profile ?? (await createProfile(caller, services)), subscription };
}

export const handler = onHttp(accountRoutes, "get-account", getAccount, providers);
