import { expect, test } from "vitest";
import { timeInHand } from "../../../web/src/features/plans/time-in-hand.ts";
import { calledOff, followed, free, inDays, now, once, recurringCancelled } from "./subscriptions.ts";

test.each([
  [once, "once", "Another month begins when the one you have ends, on Dec 16, 2026."],
  [
    once,
    "monthly",
    "A plan that renews is first billed when the month you have ends, on Dec 16, 2026. Nothing is charged before.",
  ],
  [
    { ...once, end_date: inDays(2) },
    "monthly",
    "A plan that renews begins today: the month you have ends too soon, on Nov 23, 2026 at 09:30, for it to wait.",
  ],
  [recurringCancelled, "once", "One month begins when your cancelled plan ends, on Dec 16, 2026."],
  [
    recurringCancelled,
    "monthly",
    "Your plan is cancelled and runs until Dec 16, 2026. Another plan takes its place at once.",
  ],
  [
    followed,
    "monthly",
    "A plan that renews can be chosen from Dec 16, 2026 on, when your month of Plus begins. Until then your cancelled plan runs.",
  ],
  [followed, "once", "Another month begins when the one you have ends, on Jan 16, 2027."],
  [calledOff, "once", "Another month begins when the one you have ends, on Dec 16, 2026."],
  [
    calledOff,
    "monthly",
    "A plan that renews is first billed when the month you have ends, on Dec 16, 2026. Nothing is charged before.",
  ],
  [free, "monthly", ""],
] as const)("what paying means beside what is in force, %#", (subscription, billing, text) => {
  expect(timeInHand(subscription, billing, now)).toBe(text);
});
