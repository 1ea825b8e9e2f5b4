import { Duration } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { unretriedRunPermissions } from "./event-handler-permissions.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import type { Monitoring } from "./monitoring.ts";
import { createUnretriedRun } from "./unretried-run.ts";

export type CanaryProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

const handler = "schedule/run-canary";
const interval = Duration.minutes(5);
const timeout = Duration.minutes(1);

const firstStep =
  'find the failed step under "Last failures" on the dashboard: "log in" concerns Cognito and identity/pre-sign-up, "content grant" api/grant-content, "recording" CloudFront and the content bucket, "live updates" realtime/connect, "log out" Cognito; without a failure there, check in EventBridge that the canary\'s rule is enabled.';

/** Why: docs/decisions/0138-canary-as-a-learner.md */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const { area, impact } = unretriedRunPermissions[handler];
    const run = createUnretriedRun(this, {
      ...props,
      handler,
      description: "Runs Parlance's canary",
      interval,
      timeout,
    });
    props.monitoring.addAlarm(this, "Failing", {
      area,
      metric: countPassedRuns(run),
      threshold: 1,
      alarmsWhen: "below",
      periods: 2,
      // A canary that does not run reports no metrics.
      missingData: "alarming",
      impact: `${impact} Two runs in a row failed or are missing, which is normal in the first quarter of an hour of a stage.`,
      firstStep,
    });
  }
}

/**
 * Missing errors count as 0, because Lambda does not document that it reports zero errors:
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html (read on 2026-11-25).
 */
function countPassedRuns(run: IFunction): MathExpression {
  const perRun = { period: interval, statistic: Stats.SUM };
  return new MathExpression({
    expression: "runs - FILL(errors, 0)",
    usingMetrics: { runs: run.metricInvocations(perRun), errors: run.metricErrors(perRun) },
    period: interval,
    label: "Passed runs",
  });
}
