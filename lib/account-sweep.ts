import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { EventHandlerFunction } from "./event-handler-function.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import type { Monitoring } from "./monitoring.ts";

export type AccountSweepProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

const interval = Duration.hours(1);

/**
 * An account counts as not swept until its sweep succeeds, so the next run repeats a failed sweep.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 */
export class AccountSweep extends Construct {
  constructor(scope: Construct, id: string, props: AccountSweepProps) {
    super(scope, id);
    new EventHandlerFunction(this, "sweep-closed-accounts", {
      handler: "schedule/sweep-closed-accounts",
      trigger: { schedule: Schedule.rate(interval) },
      // Lambda's maximum. A run that needs more time stops early, and the next run continues.
      timeout: Duration.minutes(15),
      maxEventAge: interval,
      ...props,
    });
  }
}
