import { PlanChange } from "../../../../domain/plans/checkout.ts";
import { formatPrice, planName } from "../../../../domain/plans/plan.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import { hasPaidAccess, isRecurring, type Subscription } from "../../../../domain/plans/subscription.ts";
import { billText } from "./plan-texts.ts";

type Pending = NonNullable<Subscription["pending"]>;

/** "waits": a renewing plan was just chosen, without a payment. "plan": no recent choice or payment is known. */
export type PlanOutcome = { kind: "paid" | "waits" | "plan" } | { kind: "changed"; change: PlanChange };

export type Result = (PlanOutcome & { row: Subscription }) | { kind: "pending"; pending: Pending } | { kind: "none" };

/** The provider opens the result page right after a payment, so a payment within this time counts as just made. */
const recentMs = 15 * 60_000;

const isRecent = (instant: string, now: Date) => now.getTime() - Date.parse(instant) < recentMs;

function outcomeOf(row: Subscription, now: Date): PlanOutcome {
  const { active, start_date, last_paid } = row;
  const paidAt = last_paid ? Date.parse(last_paid.at) : Number.NEGATIVE_INFINITY;
  // A new plan without a payment will be charged later, or was paid with credit.
  const isUnpaid = active && isRecurring(row) && Date.parse(start_date) > paidAt;
  if (isUnpaid && isRecent(start_date, now)) return { kind: "waits" };
  return { kind: last_paid && isRecent(last_paid.at, now) ? "paid" : "plan" };
}

const isStartedLater = ({ since }: Pending, { last_paid }: Subscription) =>
  !last_paid || Date.parse(since) > Date.parse(last_paid.at);

/** @param state the navigation state, which is a `PlanChange` after a change of plan */
export function planResult(row: Subscription | null, state: unknown, now: Date): Result {
  if (row && hasPaidAccess(row, now)) {
    const change = PlanChange.safeParse(state);
    if (change.success) return { kind: "changed", change: change.data, row };
    if (row.pending && isStartedLater(row.pending, row)) return { kind: "pending", pending: row.pending };
    return { ...outcomeOf(row, now), row };
  }
  return row?.pending ? { kind: "pending", pending: row.pending } : { kind: "none" };
}

export function isPaid(result: PlanOutcome): boolean {
  return result.kind === "paid" || (result.kind === "changed" && result.change.charged_cents > 0);
}

export function resultTitle(result: PlanOutcome): string {
  if (isPaid(result)) return "Payment Successful";
  if (result.kind !== "changed") return result.kind === "waits" ? "Plan Chosen" : "Your Plan";
  const { from, to, resumed } = result.change;
  if (from !== to) return "Plan Changed";
  return resumed ? "Plan Resumed" : "Your Plan";
}

function outcomeLines(result: PlanOutcome): string[] {
  if (result.kind !== "changed") return [];
  const { from, to, charged_cents, resumed } = result.change;
  const resumedNote = resumed ? " Your plan is no longer cancelled." : "";
  if (from === to) return [resumed ? "Your plan is no longer cancelled." : "You have already chosen this plan."];
  const money = charged_cents > 0 ? ` ${formatPrice(charged_cents)} was charged.` : "";
  return [`You changed from ${planName(from)} to ${planName(to)}.${money}${resumedNote}`];
}

function nextPaymentLines(row: Subscription, now: Date): string[] {
  const { end_date, first_billed_at, active, pending } = row;
  if (!active || end_date === null || Date.parse(end_date) <= now.getTime()) return [];
  const date = formatMoment(end_date, now);
  // The card lists the first payment of a plan that starts later.
  if (isRecurring(row)) return first_billed_at ? [] : [`Your next payment is on ${date}: ${billText(row)}.`];
  // A waiting bank payment may extend the access.
  return pending ? [] : [`Your access ends on ${date}.`];
}

/** Until the account is loaded again after a change, its row has the price of the former plan. */
function hasChangedPlan(row: Subscription, result: PlanOutcome): boolean {
  return result.kind !== "changed" || renewingPlan(row).plan_type === result.change.to;
}

export function resultLines(result: PlanOutcome, row: Subscription | null, now: Date): string[] {
  const isKnown = row !== null && !row.renewal_failed && hasChangedPlan(row, result);
  return [...outcomeLines(result), ...(isKnown ? nextPaymentLines(row, now) : [])];
}
