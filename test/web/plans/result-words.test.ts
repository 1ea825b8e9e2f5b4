import { describe, expect, test } from "vitest";
import {
  isPaid,
  type Result,
  resultLines,
  resultOf,
  resultTitle,
} from "../../../web/src/features/plans/result-words.ts";
import { followed, now, once, recurring, renewalFailed, waiting } from "./subscriptions.ts";

const changed = (fields: Partial<Extract<Result, { kind: "changed" }>["change"]> = {}): Result => ({
  kind: "changed",
  change: { from: "plus", to: "pro", resumed: false, charged_cents: 0, ...fields },
});

describe("what a learner is told after a choice of plan", () => {
  test.each<[string, Result, string, boolean]>([
    ["a payment", { kind: "paid" }, "Payment Successful", true],
    ["a plan that is billed later", { kind: "waits" }, "Plan Chosen", false],
    ["a visit without a choice", { kind: "unknown" }, "Your Plan", false],
    ["an upgrade", changed({ charged_cents: 500 }), "Payment Successful", true],
    ["a downgrade, or a change that costs nothing", changed(), "Plan Changed", false],
    ["a cancelled plan that goes on", changed({ from: "pro", resumed: true }), "Plan Resumed", false],
    ["what was so already", changed({ from: "pro" }), "Your Plan", false],
  ])("of %s", (_, result, title, paid) => {
    expect([resultTitle(result), isPaid(result)]).toEqual([title, paid]);
  });

  test.each<[Result, Parameters<typeof resultLines>[1], string[]]>([
    [{ kind: "paid" }, recurring, ["Your next payment is on Dec 16, 2026: $19.99."]],
    [{ kind: "paid" }, once, ["Your access ends on Dec 16, 2026, and nothing more is charged."]],
    [
      { kind: "paid" },
      followed,
      ["Your month of Plus begins on Dec 16, 2026.", "Your access ends on Jan 16, 2027, and nothing more is charged."],
    ],
    [{ kind: "waits" }, waiting, ["Nothing was charged today.", "Pro is first billed on Dec 16, 2026: $19.99."]],
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
    [changed({ from: "pro", resumed: true }), null, ["Your plan goes on. Nothing was charged."]],
    [{ kind: "unknown" }, renewalFailed, []],
  ])("and what is charged when, %#", (result, row, lines) => {
    expect(resultLines(result, row, now)).toEqual(lines);
  });
});

test.each([
  ["the provider's page", { state: null, search: "?result=paid" }, { kind: "paid" }],
  ["the provider's page of a plan that waits", { state: null, search: "?result=waits" }, { kind: "waits" }],
  ["a change", { state: { from: "plus", to: "pro", resumed: false, charged_cents: 0 }, search: "" }, changed()],
  ["nowhere", { state: null, search: "" }, { kind: "unknown" }],
  ["an address that somebody made up", { state: { from: "home" }, search: "?result=free" }, { kind: "unknown" }],
])("a result that comes from %s is known as such", (_, location, result) => {
  expect(resultOf(location)).toEqual(result);
});
