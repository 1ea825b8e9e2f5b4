import { createSubscriptionWithoutPlan } from "../../domain/plans/subscription.ts";
import type { NamedUser, UserDirectory } from "../accounts/user-directory.ts";
import { userGoneRefusal } from "../guards/guards.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";
import type { ProfileStore } from "../store/profiles.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { changeRow } from "./change-row.ts";
import { customersOf, type LearnerCustomers } from "./customers.ts";
import type { PaymentProvider } from "./payment-provider.ts";

export type BindingServices = {
  clock: Clock;
  profiles: Pick<ProfileStore, "get">;
  users: Pick<UserDirectory, "get">;
  subscriptions: Pick<SubscriptionStore, "get" | "replace">;
  payments: Pick<PaymentProvider, "createCustomer" | "hasCustomer" | "closeCustomer">;
  closedAccounts: Pick<ClosedAccountStore, "stateOf">;
};

/** The new customer of a closed account would have no owner. */
async function closeIfAccountClosed(userId: string, made: string, { closedAccounts, payments }: BindingServices) {
  if ((await closedAccounts.stateOf(userId)) === null) return false;
  await payments.closeCustomer(made);
  return true;
}

/** Customers of an open account are deleted only by hand, so the oldest deleted customers rarely have months left. */
const maxFormerCustomers = 5;

export async function bindCustomer(caller: NamedUser, services: BindingServices): Promise<LearnerCustomers> {
  const { clock, profiles, users, subscriptions, payments } = services;
  const row = await subscriptions.get(caller.userId);
  const bound = row?.stripe_customer_id;
  if (row && bound && (await payments.hasCustomer(bound))) return customersOf(row, bound);
  const person = (await profiles.get(caller.userId)) ?? (await users.get(caller));
  if (!person) throw userGoneRefusal();
  const made = await payments.createCustomer(caller.userId, person.email, bound);
  if (await closeIfAccountClosed(caller.userId, made, services)) throw userGoneRefusal();
  const change = await changeRow(subscriptions, caller.userId, (present) => {
    // A concurrent call may have bound a customer first.
    if (present?.stripe_customer_id && present.stripe_customer_id !== bound) return present;
    const now = clock.now();
    const former = [...(present?.former_customer_ids ?? []), ...(bound ? [bound] : [])].slice(-maxFormerCustomers);
    return {
      ...(present ?? createSubscriptionWithoutPlan(caller.userId, now)),
      stripe_customer_id: made,
      ...(former.length > 0 ? { former_customer_ids: former } : {}),
      updated_at: now.toISOString(),
    };
  }).catch(async (error: unknown) => {
    await closeIfAccountClosed(caller.userId, made, services);
    throw error;
  });
  return customersOf(change.row, change.row.stripe_customer_id ?? made);
}
