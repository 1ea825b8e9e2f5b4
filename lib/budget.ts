import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";

/**
 * Tells whoever minds the alarms when a month's bill has come to 80 percent of the stage's budget, and when it is going to
 * exceed it. The bill is that of the whole account: to tell a stage's part, an operator would have to activate its tags for
 * billing first.
 */
export function addBudget(scope: Construct, { monthlyBudgetUsd, alarmEmail }: StageConfig): void {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const tell = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: { notificationType, threshold, thresholdType: "PERCENTAGE", comparisonOperator: "GREATER_THAN" },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(scope, "Budget", {
    budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" } },
    notificationsWithSubscribers: [tell("ACTUAL", 80), tell("FORECASTED", 100)],
  });
}
