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
 * The hourly run that deletes the remaining data of deleted accounts. The mark of the account lets the next run find
 * what this one left.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 */
export class AccountSweep extends Construct {
  constructor(scope: Construct, id: string, props: AccountSweepProps) {
    super(scope, id);
    new EventHandlerFunction(this, "sweep-closed-accounts", {
      handler: "schedule/sweep-closed-accounts",
      trigger: { schedule: Schedule.rate(interval) },
      // The maximum of Lambda. A run that needs longer stops in time, and the next one continues from there.
      timeout: Duration.minutes(15),
      maxEventAge: interval,
      ...props,
    });
  }
}
