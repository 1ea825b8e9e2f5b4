import { Refusal } from "../../domain/http/refusal.ts";
import { isFollowedByMonth } from "../../domain/plans/entitlement.ts";
import { hasPaidAccess, isRecurring, type Subscription } from "../../domain/plans/subscription.ts";
import { changeRow } from "./change-row.ts";
import { customersOf, fetchLearnerBilling, type LearnerCustomers } from "./customers.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { monthFollowsRefusal } from "./plan-refusals.ts";
import { changeAndSync, publishRow, type SyncServices } from "./sync-subscription.ts";

export type PlanServices = SyncServices & { payments: SyncServices["payments"] & Pick<PaymentProvider, "setEnding"> };

const noActivePlanRefusal = () => new Refusal("no_active_plan", "No active subscription found");

/** If a single month follows the plan, a resumed plan would bill the days of that month too. */
async function resumeRecurring(
  customers: LearnerCustomers,
  purchase: string,
  { payments }: PlanServices,
): Promise<void> {
  const customerBilling = await fetchLearnerBilling(customers, payments);
  const plan = customerBilling.recurring.find(({ id }) => id === purchase);
  if (plan && plan.endsAt !== null && isFollowedByMonth(plan, customerBilling)) throw monthFollowsRefusal();
  await payments.setEnding(purchase, false);
}

/**
 * The provider stores the cancellation of a recurring plan. The row stores the cancellation of a single month.
 * @throws Refusal "no_active_plan", "month_follows", "changed_meanwhile", and those of the payment provider
 */
export async function setPlanEnding(userId: string, ending: boolean, services: PlanServices): Promise<Subscription> {
  const { clock, subscriptions } = services;
  const row = await subscriptions.get(userId);
  if (!row || !hasPaidAccess(row, clock.now())) throw noActivePlanRefusal();
  const { stripe_customer_id: customer, stripe_subscription_id: purchase } = row;
  if (customer && purchase && isRecurring(row)) {
    const customers = customersOf(row, customer);
    const change = () =>
      ending ? services.payments.setEnding(purchase, true) : resumeRecurring(customers, purchase, services);
    const { row: synced } = await changeAndSync(customer, change, services);
    if (!synced) throw noActivePlanRefusal();
    return synced;
  }
  const change = await changeRow(subscriptions, userId, (present) => {
    const now = clock.now();
    // A row keeps the id of its purchase after a downgrade.
    const isSame = present?.stripe_subscription_id === purchase && hasPaidAccess(present, now);
    if (!present || !isSame) throw noActivePlanRefusal();
    if (present.active === !ending) return present;
    return { ...present, active: !ending, updated_at: now.toISOString() };
  });
  if (change.row !== change.before) await publishRow(services.bus, change.row);
  return change.row;
}
