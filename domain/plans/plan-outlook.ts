import { type PaidPlanType, type PlanType, planCatalogue } from "./plan.ts";
import { isRecurring, type Stage, type Subscription } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);

/** The price of a plan per month, in US cents. */
export function monthlyCentsOf(plan: PlanType): number {
  return planCatalogue.find(({ type }) => type === plan)?.monthlyCents ?? 0;
}

/** What of a learner's access begins after `now`, in order. */
export function upcomingStages({ stages = [] }: Pick<Subscription, "stages">, now: Date): Stage[] {
  return stages.filter(({ starts_at }) => at(starts_at) > now.getTime());
}

/** What of a learner's access runs at `now`, if it is told apart from the rest. */
export function currentStage({ stages = [] }: Pick<Subscription, "stages">, now: Date): Stage | undefined {
  return stages.find(
    ({ starts_at, ends_at }) => at(starts_at) <= now.getTime() && (ends_at === null || at(ends_at) > now.getTime()),
  );
}

/** The plan that runs at `now`: a row names the highest of several that follow one another, or the one that goes on. */
export function currentPlanType(row: Pick<Subscription, "plan_type" | "stages">, now: Date): PlanType {
  return currentStage(row, now)?.plan_type ?? row.plan_type;
}

/** The plan of the purchase that renews, or would if it was resumed, and its first bill if nothing was paid for it yet. */
export function renewingPlan({ plan_type, first_billed_at, called_off }: Subscription): {
  plan_type: PlanType;
  first_billed_at?: string | undefined;
} {
  return called_off ?? { plan_type, first_billed_at };
}

/**
 * The month bought once that is to follow a cancelled plan which still runs; undefined if there is none. Until it runs no
 * plan that renews can be chosen, and the one that is cancelled is not resumed.
 */
export function monthAfterPlan(row: Subscription, now: Date): Stage | undefined {
  const running = currentStage(row, now);
  if (isRecurring(row) || !running?.recurring) return undefined;
  return upcomingStages(row, now).find(({ recurring }) => !recurring);
}

/** What a bill of a plan comes to once credit, or a debt, is taken into account, in US cents. */
export function billedCents(plan: PaidPlanType | PlanType, { credit_cents = 0 }: Pick<Subscription, "credit_cents">) {
  return Math.max(0, monthlyCentsOf(plan) - credit_cents);
}

const recentRefundMs = 30 * 24 * 60 * 60 * 1000;

/** The month that was given back within the last 30 days, for so long as that may be news. */
export function recentRefund({ given_back }: Subscription, now: Date): Subscription["given_back"] {
  return given_back && now.getTime() - at(given_back.at) < recentRefundMs ? given_back : undefined;
}
