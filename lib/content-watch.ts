import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { unretriedRunPermissions } from "./event-handler-permissions.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import { alarmPeriod, type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";
import { createUnretriedRun } from "./unretried-run.ts";

export type ContentWatchProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

const handler = "schedule/check-content-errors";

/** Why: docs/decisions/0136-content-errors-from-every-region.md */
export class ContentWatch extends Construct {
  constructor(scope: Construct, id: string, props: ContentWatchProps) {
    super(scope, id);
    const { area, impact } = unretriedRunPermissions[handler];
    const check = createUnretriedRun(this, {
      ...props,
      handler,
      description: "Checks CloudFront's responses for Parlance's content",
      interval: alarmPeriod,
      // Allows three concurrent calls, each tried three times.
      timeout: Duration.seconds(15),
    });
    props.monitoring.addAlarm(this, "ContentErrors", {
      area,
      metric: check.metricErrors(sumPerAlarmPeriod),
      threshold: 1,
      impact,
      firstStep:
        'read the reason in the last failures on the dashboard, then open a dialogue yourself. "failed on": check that the content bucket and its policy are as deployed, then AWS\'s Health page for S3 and CloudFront. "refused": check that the distribution trusts the key group with signingKeys.current, and that the published files exist; if dialogues play, a stranger sends the refused requests.',
    });
  }
}
