import { type PlanType, planCatalogue } from "./plan.ts";
import { minChargeCents } from "./price.ts";
import { isRecurring, type Stage, type Subscription } from "./subscription.ts";

const at = (instant: string) => Date.parse(instant);

export function monthlyCentsOf(plan: PlanType): number {
  return planCatalogue.find(({ type }) => type === plan)?.monthlyCents ?? 0;
}

export function upcomingStages({ stages = [] }: Pick<Subscription, "stages">, now: Date): Stage[] {
  return stages.filter(({ starts_at }) => at(starts_at) > now.getTime());
}

export function currentStage({ stages = [] }: Pick<Subscription, "stages">, now: Date): Stage | undefined {
  return stages.find(
    ({ starts_at, ends_at }) => at(starts_at) <= now.getTime() && (ends_at === null || at(ends_at) > now.getTime()),
  );
}

/** The row's `plan_type` may be the plan of another stage. */
export function currentPlanType(row: Pick<Subscription, "plan_type" | "stages">, now: Date): PlanType {
  return currentStage(row, now)?.plan_type ?? row.plan_type;
}

/** A plan in `called_off` has precedence, because the learner can resume it. */
export function renewingPlan({ plan_type, first_billed_at, called_off, stages = [], ...row }: Subscription): {
  plan_type: PlanType;
  first_billed_at?: string | undefined;
} {
  if (called_off) return called_off;
  // `plan_type` may be the plan of a higher single month.
  const cancelled = stages.find(({ recurring, ends_at }) => recurring && ends_at === row.end_date);
  return { plan_type: cancelled?.plan_type ?? plan_type, first_billed_at };
}

/** Returns the single month that follows a cancelled plan in force. */
export function monthAfterPlan(row: Subscription, now: Date): Stage | undefined {
  const running = currentStage(row, now);
  if (isRecurring(row) || !running?.recurring) return undefined;
  return upcomingStages(row, now).find(({ recurring }) => !recurring);
}

/** `postponedCents` is an amount below Stripe's smallest charge. Stripe adds it to the bill after the next. */
export type NextBill = { cents: number; postponedCents: number };

export function nextBillOf(plan: PlanType, { credit_cents = 0 }: Pick<Subscription, "credit_cents">): NextBill {
  const cents = Math.max(0, monthlyCentsOf(plan) - credit_cents);
  return cents < minChargeCents ? { cents: 0, postponedCents: cents } : { cents, postponedCents: 0 };
}

const recentRefundMs = 30 * 24 * 60 * 60 * 1000;

export function recentRefund({ given_back }: Subscription, now: Date): Subscription["given_back"] {
  return given_back && now.getTime() - at(given_back.at) < recentRefundMs ? given_back : undefined;
}
