import { Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Schedule } from "aws-cdk-lib/aws-events";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { isLarge, type StageConfig } from "./config.ts";
import { EventHandlerFunction } from "./event-handler-function.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import { stageMetric } from "./metrics.ts";
import type { Monitoring } from "./monitoring.ts";

const area = "Feedback";
const interval = Duration.hours(1);

export type SharingProps = { bucket: Bucket; config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

export class Sharing extends Construct {
  constructor(scope: Construct, id: string, { bucket, ...shared }: SharingProps) {
    super(scope, id);
    new EventHandlerFunction(this, "check-shared-audio", {
      handler: "events/check-shared-audio",
      // S3 sends its events to the default bus of the account.
      trigger: {
        eventPattern: {
          source: ["aws.s3"],
          detailType: ["Object Created"],
          detail: { bucket: { name: [bucket.bucketName] } },
        },
      },
      timeout: Duration.seconds(30),
      // Lambda's maximum, because guests cannot hear a recording before its check.
      maxEventAge: Duration.hours(6),
      ...shared,
    });
    for (const handler of ["expire-shares", "send-feedback-mail"] as const) {
      new EventHandlerFunction(this, handler, {
        handler: `schedule/${handler}`,
        trigger: { schedule: Schedule.rate(interval) },
        // Lambda's maximum. A run that needs more time stops early, and the next run continues.
        timeout: Duration.minutes(15),
        maxEventAge: interval,
        ...shared,
      });
    }
    // In a small stage, the metric and its alarm would be too expensive. The log has every refusal.
    if (isLarge(shared.config)) this.#addRefusalAlarm(shared.monitoring);
  }

  #addRefusalAlarm(monitoring: Monitoring): void {
    monitoring.logs.count(area, ["UploadsRefused"]);
    monitoring.addAlarm(this, "UploadsRefused", {
      area,
      metric: stageMetric(this, "UploadsRefused", { period: interval, statistic: Stats.SUM }),
      threshold: 20,
      impact:
        "Learners and guests upload audio that is deleted on arrival, so their links stay silent: either the encoder fails in a browser, or somebody sends files that are no audio.",
      firstStep:
        'count the lines "upload refused" of events/check-shared-audio by fault and userId; if one learner causes them, end the links with npm run take-down.',
    });
  }
}
