import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { contentCheckPermissions } from "./event-handler-permissions.ts";
import { grantPermissions, type HandlerResources } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import { alarmPeriod, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";

export type ContentWatchProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

const handler = "schedule/check-content-errors";

/**
 * The check of CloudFront's responses in every region. A run that finds too many failures fails, and raises the alarm. A
 * failed run is not repeated, because the next one follows soon.
 * Why: docs/decisions/0136-content-errors-from-every-region.md
 */
export class ContentWatch extends Construct {
  constructor(scope: Construct, id: string, { config, monitoring, resources }: ContentWatchProps) {
    super(scope, id);
    const { area, impact } = contentCheckPermissions[handler];
    const { function: check } = new HandlerFunction(this, "check-content-errors", {
      handler,
      area,
      impact,
      failures: "watched elsewhere",
      ...grantPermissions(contentCheckPermissions[handler], resources),
      // Three calls at once, each tried three times.
      timeout: Duration.seconds(15),
      config,
      monitoring,
    });
    check.configureAsyncInvoke({ maxEventAge: alarmPeriod, retryAttempts: 0 });
    new Rule(this, "Rule", {
      description: "Checks CloudFront's responses for Parlance's content",
      schedule: Schedule.rate(alarmPeriod),
      targets: [new LambdaFunction(check, { maxEventAge: alarmPeriod, retryAttempts: 0 })],
    });
    monitoring.addAlarm(this, "ContentErrors", {
      area,
      metric: check.metricErrors(sumPerAlarmPeriod),
      threshold: 1,
      impact,
      firstStep:
        'read the reason in the last failures on the dashboard, then open a dialogue yourself. "failed on": check that the content bucket and its policy are as deployed, then AWS\'s Health page for S3 and CloudFront. "refused": check that the distribution trusts the key group with signingKeys.current, and that the published files exist; if dialogues play, a stranger sends the refused requests.',
    });
  }
}
