import { Duration, Tags, Validations } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type AlarmArea, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";
import { deadLettersTag } from "./names.ts";

const retention = Duration.days(14);

export type DeadLettersProps = {
  /** Path below lambdas/, without the extension. */
  handler: string;
  impact: string;
  area: AlarmArea;
  monitoring: Monitoring;
  hasOtherAlarm?: boolean | undefined;
};

export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { handler, area, impact, monitoring, hasOtherAlarm }: DeadLettersProps) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: retention,
    });
    Tags.of(this.queue).add(deadLettersTag, handler);
    Validations.of(this.queue).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "This is a dead-letter queue: nothing reads its messages automatically, so none can fail again.",
    });
    if (hasOtherAlarm) return;
    monitoring.addAlarm(this, "Waiting", {
      area,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({ ...sumPerAlarmPeriod, statistic: Stats.MAXIMUM }),
      threshold: 1,
      impact: `${impact} The failed events stay in this queue for ${retention.toDays()} days.`,
      firstStep:
        "read the last failures on the stage's dashboard, fix the cause, then send the events again with npm run redrive.",
    });
  }
}
