import { describe, expect, test } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import {
  isPaid,
  type PlanOutcome,
  planResult,
  resultLines,
  resultTitle,
} from "../../../web/src/features/plans/plan-result.ts";
import {
  expired,
  followed,
  free,
  inDays,
  now,
  once,
  recurring,
  recurringCancelled,
  renewalFailed,
  waiting,
} from "./subscriptions.ts";

const changed = (fields: Partial<Extract<PlanOutcome, { kind: "changed" }>["change"]> = {}): PlanOutcome => ({
  kind: "changed",
  change: { from: "plus", to: "pro", resumed: false, charged_cents: 0, ...fields },
});

describe("the plan result", () => {
  test.each<[string, PlanOutcome, string, boolean]>([
    ["a payment", { kind: "paid" }, "Payment Successful", true],
    ["a plan that starts later", { kind: "waits" }, "Plan Chosen", false],
    ["a visit without a choice of plan", { kind: "plan" }, "Your Plan", false],
    ["an upgrade", changed({ charged_cents: 500 }), "Payment Successful", true],
    ["a change that costs nothing", changed(), "Plan Changed", false],
    ["a resumed plan", changed({ from: "pro", resumed: true }), "Plan Resumed", false],
    ["a choice of the current plan", changed({ from: "pro" }), "Your Plan", false],
  ])("after $0 has the title “$2”", (_, result, title, paid) => {
    expect([resultTitle(result), isPaid(result)]).toEqual([title, paid]);
  });

  test.each<[string, PlanOutcome, Parameters<typeof resultLines>[1], string[]]>([
    ["a paid monthly plan", { kind: "paid" }, recurring, ["Your next payment is on Dec 16, 2026: $19.99."]],
    ["a payment that is due", { kind: "plan" }, { ...recurring, end_date: now.toISOString() }, []],
    ["a paid single month", { kind: "paid" }, once, ["Your access ends on Dec 16, 2026."]],
    [
      "a paid single month during an open bank payment",
      { kind: "paid" },
      { ...once, pending: { plan_type: "plus", billing: "monthly", since: "2026-11-15T00:00:00.000Z" } },
      [],
    ],
    ["the purchase of a following month", { kind: "paid" }, followed, ["Your access ends on Jan 16, 2027."]],
    ["a plan that starts later", { kind: "waits" }, waiting, []],
    [
      "an upgrade",
      changed({ charged_cents: 833 }),
      recurring,
      ["You changed from Plus to Pro. $8.33 was charged.", "Your next payment is on Dec 16, 2026: $19.99."],
    ],
    [
      "an upgrade that the account does not show yet",
      changed({ charged_cents: 833 }),
      { ...recurring, plan_type: "plus" },
      ["You changed from Plus to Pro. $8.33 was charged."],
    ],
    [
      "a downgrade",
      changed({ from: "premium" }),
      { ...recurring, credit_cents: 833 },
      [
        "You changed from Premium to Pro.",
        "Your next payment is on Dec 16, 2026: $11.66 ($19.99 less your credit of $8.33).",
      ],
    ],
    ["a resumed plan", changed({ from: "pro", resumed: true }), null, ["Your plan is no longer cancelled."]],
    ["a visit without a choice of plan", { kind: "plan" }, renewalFailed, []],
  ])("has the expected lines after %s", (_, result, row, lines) => {
    expect(resultLines(result, row, now)).toEqual(lines);
  });
});

describe("planResult", () => {
  const change = { from: "plus", to: "pro", resumed: false, charged_cents: 0 } as const;
  const old = { ...recurring, start_date: inDays(-5), last_paid: { cents: 1999, at: inDays(-5) } };
  const justPaid = { cents: 1999, at: inDays(-1 / 1440) };
  const debit = (since: string) => ({ plan_type: "plus", billing: "once", since }) as const;

  test.each<[string, Subscription | null, string]>([
    ["a payment of a minute ago", { ...old, last_paid: justPaid }, "paid"],
    ["one more month, paid a minute ago", { ...once, start_date: inDays(-5), last_paid: justPaid }, "paid"],
    ["a plan chosen now that starts later", waiting, "waits"],
    ["a plan chosen now without a payment", recurring, "waits"],
    ["a next plan after a month paid just now", { ...waiting, last_paid: justPaid }, "waits"],
    ["a plan chosen and paid now", { ...recurring, last_paid: { cents: 1999, at: inDays(0) } }, "paid"],
    ["a plan that was paid days ago", old, "plan"],
    ["a cancelled plan", { ...recurringCancelled, last_paid: old.last_paid }, "plan"],
    ["an expired plan, paid a minute ago", { ...expired, last_paid: justPaid }, "none"],
    ["a pending debit", { ...free, pending: debit(inDays(-1)) }, "pending"],
    ["a pending debit during a paid plan", { ...old, pending: debit(inDays(-1)) }, "pending"],
    ["a payment after a pending debit", { ...old, last_paid: justPaid, pending: debit(inDays(-1)) }, "paid"],
    ["no subscription", null, "none"],
    ["the free plan", free, "none"],
    ["an expired plan", expired, "none"],
  ])("for $0 returns the kind “$2”", (_, row, kind) => {
    expect(planResult(row, null, now).kind).toBe(kind);
    expect(planResult(row, { from: "home" }, now).kind).toBe(kind);
  });

  test("returns the server's response to a change while a plan is running", () => {
    expect(planResult(old, change, now)).toEqual({ ...changed(), row: old });
    expect(planResult(expired, change, now)).toEqual({ kind: "none" });
  });
});
