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

describe("the result of a choice of plan", () => {
  test.each<[string, PlanOutcome, string, boolean]>([
    ["a payment", { kind: "paid" }, "Payment Successful", true],
    ["a plan that is billed later", { kind: "waits" }, "Plan Chosen", false],
    ["a visit without a choice", { kind: "plan" }, "Your Plan", false],
    ["an upgrade", changed({ charged_cents: 500 }), "Payment Successful", true],
    ["a downgrade, or a change that costs nothing", changed(), "Plan Changed", false],
    ["a cancelled plan that goes on", changed({ from: "pro", resumed: true }), "Plan Resumed", false],
    ["what was so already", changed({ from: "pro" }), "Your Plan", false],
  ])("has its title after %s", (_, result, title, paid) => {
    expect([resultTitle(result), isPaid(result)]).toEqual([title, paid]);
  });

  test.each<[PlanOutcome, Parameters<typeof resultLines>[1], string[]]>([
    [{ kind: "paid" }, recurring, ["Your next payment is on Dec 16, 2026: $19.99."]],
    [{ kind: "paid" }, once, ["Your access ends on Dec 16, 2026, and nothing more is charged."]],
    [
      { kind: "paid" },
      followed,
      ["Your month of Plus starts on Dec 16, 2026.", "Your access ends on Jan 16, 2027, and nothing more is charged."],
    ],
    [
      { kind: "waits" },
      waiting,
      ["Nothing was charged today.", "Your first payment for Pro is on Dec 16, 2026: $19.99."],
    ],
    [
      changed({ charged_cents: 833 }),
      recurring,
      [
        "Your plan changed from Plus to Pro. $8.33 was charged for the difference.",
        "Your next payment is on Dec 16, 2026: $19.99.",
      ],
    ],
    [
      changed({ from: "premium" }),
      { ...recurring, credit_cents: 833 },
      [
        "Your plan changed from Premium to Pro. Nothing was charged.",
        "Your next payment is on Dec 16, 2026: $11.66 ($19.99 less your credit of $8.33).",
      ],
    ],
    [changed({ from: "pro", resumed: true }), null, ["Your plan continues. Nothing was charged."]],
    [{ kind: "plan" }, renewalFailed, []],
  ])("says what is charged and when, %#", (result, row, lines) => {
    expect(resultLines(result, row, now)).toEqual(lines);
  });
});

describe("resultOf", () => {
  const change = { from: "plus", to: "pro", resumed: false, charged_cents: 0 } as const;
  const old = { ...recurring, start_date: inDays(-5), last_paid: { cents: 1999, at: inDays(-5) } };
  const justPaid = { cents: 1999, at: inDays(-1 / 1440) };
  const debit = (since: string) => ({ plan_type: "plus", billing: "once", since }) as const;

  test.each<[string, Subscription | null, string]>([
    ["a payment of a minute ago", { ...old, last_paid: justPaid }, "paid"],
    ["a month more, paid a minute ago", { ...once, start_date: inDays(-5), last_paid: justPaid }, "paid"],
    ["a plan of this moment that waits for months", waiting, "waits"],
    ["a plan of this moment that credit paid for", recurring, "waits"],
    ["a plan that waits for a month paid a minute ago", { ...waiting, last_paid: justPaid }, "waits"],
    ["a plan of this moment that was paid for", { ...recurring, last_paid: { cents: 1999, at: inDays(0) } }, "paid"],
    ["a plan that was paid for days ago", old, "plan"],
    ["a plan that was cancelled", { ...recurringCancelled, last_paid: old.last_paid }, "plan"],
    ["a payment that came back", { ...expired, last_paid: justPaid }, "none"],
    ["a debit", { ...free, pending: debit(inDays(-1)) }, "pending"],
    ["a debit for one more month beside an old plan", { ...old, pending: debit(inDays(-1)) }, "pending"],
    ["a payment by card after a debit was begun", { ...old, last_paid: justPaid, pending: debit(inDays(-1)) }, "paid"],
    ["nobody's plan", null, "none"],
    ["the free plan", free, "none"],
    ["a plan that is over", expired, "none"],
  ])("with %s stored, returns the result %s", (_, row, kind) => {
    expect(planResult(row, null, now).kind).toBe(kind);
    expect(planResult(row, { from: "home" }, now).kind).toBe(kind);
  });

  test("returns the server's response to a change while there is a plan", () => {
    expect(planResult(old, change, now)).toEqual({ ...changed(), row: old });
    expect(planResult(expired, change, now)).toEqual({ kind: "none" });
  });
});
