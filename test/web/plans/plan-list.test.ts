import { expect, test } from "vitest";
import { paidPlanTypes } from "../../../domain/plans/price.ts";
import { hasPaidAccess } from "../../../domain/plans/subscription.ts";
import { planDifference } from "../../../web/src/features/plans/plan-list.tsx";
import { free, now, once, recurring } from "./subscriptions.ts";

test("planDifference states that all paid plans open the same content", () => {
  expect(planDifference).toBe("Plus, Pro and Premium open the same dialogues and mock exams, at different prices.");
  for (const plan_type of paidPlanTypes) {
    for (const row of [recurring, once]) expect(hasPaidAccess({ ...row, plan_type }, now)).toBe(true);
  }
  expect(hasPaidAccess(free, now)).toBe(false);
});
