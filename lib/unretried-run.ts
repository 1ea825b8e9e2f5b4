import type { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { type UnretriedRunName, unretriedRunPermissions } from "./event-handler-permissions.ts";
import { grantPermissions, type HandlerResources } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import type { Monitoring } from "./monitoring.ts";

export type UnretriedRunProps = {
  handler: UnretriedRunName;
  description: string;
  interval: Duration;
  timeout: Duration;
  config: StageConfig;
  monitoring: Monitoring;
  resources: HandlerResources;
};

/** Failed runs are not retried, because the next run follows soon. The caller must add an alarm on failed runs. */
export function createUnretriedRun(
  scope: Construct,
  { handler, description, interval, timeout, config, monitoring, resources }: UnretriedRunProps,
): IFunction {
  const permissions = unretriedRunPermissions[handler];
  const { area, impact } = permissions;
  const { function: run } = new HandlerFunction(scope, handler.replace("schedule/", ""), {
    handler,
    area,
    impact,
    failures: "watched elsewhere",
    ...grantPermissions(permissions, resources),
    timeout,
    config,
    monitoring,
  });
  const noRetries = { maxEventAge: interval, retryAttempts: 0 };
  run.configureAsyncInvoke(noRetries);
  new Rule(scope, "Rule", {
    description,
    schedule: Schedule.rate(interval),
    targets: [new LambdaFunction(run, noRetries)],
  });
  return run;
}
