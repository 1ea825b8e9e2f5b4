import type { Location } from "react-router";
import { CheckoutResult, PlanChange, resultParameter } from "../../../../domain/checkout.ts";
import { formatPrice, planName } from "../../../../domain/plan.ts";
import { formatMoment } from "../../../../domain/plan-dates.ts";
import { stagesAhead } from "../../../../domain/plan-outlook.ts";
import { isRecurring, type Subscription } from "../../../../domain/subscription.ts";
import { billText } from "./bill-text.ts";

/**
 * What the server said became of a choice of plan: paid, first billed later, or a change; `unknown` to somebody who came
 * to the result page by themselves.
 */
export type Result = { kind: "paid" | "waits" | "unknown" } | { kind: "changed"; change: PlanChange };

/** The result to which a location belongs. What was navigated with is kept by the browser when the page is reloaded. */
export function resultOf({ state, search }: Pick<Location<unknown>, "state" | "search">): Result {
  const change = PlanChange.safeParse(state);
  if (change.success) return { kind: "changed", change: change.data };
  const told = CheckoutResult.safeParse(new URLSearchParams(search).get(resultParameter));
  return { kind: told.success ? told.data : "unknown" };
}

/** Whether money moved for what the result page tells of. */
export function isPaid(result: Result): boolean {
  return result.kind === "paid" || (result.kind === "changed" && result.change.charged_cents > 0);
}

/** The heading of the result page, and the title of its message. */
export function resultTitle(result: Result): string {
  if (isPaid(result)) return "Payment Successful";
  if (result.kind !== "changed") return result.kind === "waits" ? "Plan Chosen" : "Your Plan";
  const { from, to, resumed } = result.change;
  if (from !== to) return "Plan Changed";
  return resumed ? "Plan Resumed" : "Your Plan";
}

function doneLine(result: Result): string[] {
  if (result.kind === "waits") return ["Nothing was charged today."];
  if (result.kind !== "changed") return [];
  const { from, to, charged_cents, resumed } = result.change;
  const resumedNote = resumed ? " It goes on, and your cancellation is taken back." : "";
  if (from === to) return [resumed ? "Your plan goes on. Nothing was charged." : "Nothing had to be changed."];
  const money =
    charged_cents > 0 ? `${formatPrice(charged_cents)} was charged for the difference.` : "Nothing was charged.";
  return [`Your plan changed from ${planName(from)} to ${planName(to)}. ${money}${resumedNote}`];
}

function nextLine(row: Subscription, now: Date): string[] {
  const { plan_type, end_date, first_billed_at, active } = row;
  if (!active || end_date === null) return [];
  if (!isRecurring(row)) {
    const ahead = stagesAhead(row, now).map(
      ({ plan_type: plan, starts_at }) => `Your month of ${planName(plan)} begins on ${formatMoment(starts_at, now)}.`,
    );
    return [...ahead, `Your access ends on ${formatMoment(end_date, now)}, and nothing more is charged.`];
  }
  if (first_billed_at)
    return [`${planName(plan_type)} is first billed on ${formatMoment(first_billed_at, now)}: ${billText(row)}.`];
  return [`Your next payment is on ${formatMoment(end_date, now)}: ${billText(row)}.`];
}

/** What happened, and what is charged when, a sentence or two in a line. */
export function resultLines(result: Result, row: Subscription | null, now: Date): string[] {
  return [...doneLine(result), ...(row && !row.renewal_failed ? nextLine(row, now) : [])];
}
