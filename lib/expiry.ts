import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import type { Monitoring } from "./monitoring.ts";
import { Reaction } from "./reaction.ts";
import type { Supplies } from "./supply.ts";

export type ExpiryProps = { config: StageConfig; monitoring: Monitoring; supplies: Supplies };

const interval = Duration.hours(1);

/**
 * The hourly run that downgrades plans which have ended. No concurrency is reserved for it: two runs at once do no
 * harm, and an account whose quota is still small has none to spare.
 */
export class Expiry extends Construct {
  constructor(scope: Construct, id: string, props: ExpiryProps) {
    super(scope, id);
    new Reaction(this, "expire-subscriptions", {
      handler: "schedule/expire-subscriptions",
      to: { schedule: Schedule.rate(interval) },
      // As long as Lambda allows. A run that needs longer stops in time, and the next one goes on from there.
      timeout: Duration.minutes(15),
      triedFor: interval,
      ...props,
    });
  }
}
