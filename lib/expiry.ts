import { Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { isLarge, type StageConfig } from "./config.ts";
import { EventHandlerFunction } from "./event-handler-function.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import { stageMetric } from "./metrics.ts";
import type { Monitoring } from "./monitoring.ts";

export type ExpiryProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

const interval = Duration.hours(1);

/** Reserves no concurrency, because two runs at the same time do no harm, and a new AWS account cannot reserve any. */
export class Expiry extends Construct {
  constructor(scope: Construct, id: string, props: ExpiryProps) {
    super(scope, id);
    props.monitoring.addAlarm(this, "NoRun", {
      area: "Plans and payments",
      metric: stageMetric(this, "ExpiryRuns", { period: interval, statistic: Stats.SUM }),
      threshold: 1,
      alarmsWhen: "below",
      periods: 2,
      // The metric has no data if no handler of its log group wrote a line. Then no run has succeeded either.
      missingData: "alarming",
      impact:
        "Plans that have ended stay recorded, and learners whose renewal was not recorded lose access that they paid for. No expiry run has succeeded for two hours. This is normal in the first hour of a stage.",
      firstStep:
        "check in EventBridge that the rule is enabled, then read the last failures of schedule/expire-subscriptions.",
    });
    new EventHandlerFunction(this, "expire-subscriptions", {
      handler: "schedule/expire-subscriptions",
      trigger: { schedule: Schedule.rate(interval) },
      // Lambda's maximum. A run that needs more time stops early, and the next run continues.
      timeout: Duration.minutes(15),
      maxEventAge: interval,
      // In a small stage, the alarm "NoRun" is enough, because the next run repeats the work of a failed run.
      hasOtherAlarm: !isLarge(props.config),
      ...props,
    });
  }
}
