import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";

/** The costs are those of the whole account. A budget for one stage would first need cost allocation tags. */
export function addBudget(scope: Construct, { monthlyBudgetUsd, alarmEmail }: StageConfig): void {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const notify = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: { notificationType, threshold, thresholdType: "PERCENTAGE", comparisonOperator: "GREATER_THAN" },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(scope, "Budget", {
    budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" } },
    notificationsWithSubscribers: [notify("ACTUAL", 80), notify("FORECASTED", 100)],
  });
}
