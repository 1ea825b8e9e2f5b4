import { noPlan } from "../domain/subscription.ts";
import { changeRow } from "./change-row.ts";
import type { Clock } from "./clock.ts";
import type { Caller } from "./http.ts";
import type { Payments } from "./payments.ts";
import { userGone } from "./refuse-closed.ts";
import type { ClosedAccounts } from "./store/closed-accounts.ts";
import type { Profiles } from "./store/profiles.ts";
import type { Subscriptions } from "./store/subscriptions.ts";
import type { UserDirectory } from "./user-directory.ts";

export type BindingServices = {
  clock: Clock;
  profiles: Pick<Profiles, "get">;
  users: Pick<UserDirectory, "get">;
  subscriptions: Pick<Subscriptions, "get" | "replace">;
  payments: Pick<Payments, "createCustomer" | "closeCustomer">;
  closedAccounts: Pick<ClosedAccounts, "stateOf">;
};

/** While a customer is made, the account may have been deleted, and that customer with nobody to remember it. */
async function refuseIfClosed(userId: string, made: string, { closedAccounts, payments }: BindingServices) {
  if ((await closedAccounts.stateOf(userId)) === null) return;
  await payments.closeCustomer(made);
  throw userGone();
}

/** The caller's customer at the payment provider; made and bound to the caller before anything is bought. */
export async function bindCustomer(caller: Caller, services: BindingServices): Promise<string> {
  const { clock, profiles, users, subscriptions, payments } = services;
  const bound = (await subscriptions.get(caller.userId))?.stripe_customer_id;
  if (bound) return bound;
  const person = (await profiles.get(caller.userId)) ?? (await users.get(caller));
  if (!person) throw userGone();
  const made = await payments.createCustomer(caller.userId, person.email);
  await refuseIfClosed(caller.userId, made, services);
  const { row } = await changeRow(subscriptions, caller.userId, (present) => {
    if (present?.stripe_customer_id) return present;
    const now = clock.now();
    return { ...(present ?? noPlan(caller.userId, now)), stripe_customer_id: made, updated_at: now.toISOString() };
  });
  return row.stripe_customer_id ?? made;
}
