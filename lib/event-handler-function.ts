import type { Duration } from "aws-cdk-lib";
import { Rule, type RuleProps } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { DeadLetters } from "./dead-letters.ts";
import { type EventHandlerName, eventHandlerPermissions } from "./event-handler-permissions.ts";
import { grantPermissions, type HandlerResources } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import { type HandlerPermissions, handlerMetrics } from "./handler-permissions.ts";
import type { Monitoring } from "./monitoring.ts";

export type EventHandlerFunctionProps = {
  handler: EventHandlerName;
  trigger: Pick<RuleProps, "eventBus" | "eventPattern"> | Pick<RuleProps, "schedule">;
  timeout: Duration;
  /** Older events go to the dead-letter queue without a further try. */
  maxEventAge: Duration;
  hasOtherAlarm?: boolean;
  config: StageConfig;
  monitoring: Monitoring;
  resources: HandlerResources;
};

export class EventHandlerFunction extends Construct {
  constructor(scope: Construct, id: string, props: EventHandlerFunctionProps) {
    super(scope, id);
    const { handler, timeout, maxEventAge, config, monitoring, hasOtherAlarm } = props;
    const permissions: HandlerPermissions = eventHandlerPermissions[handler];
    const { area, impact } = permissions;
    const { queue } = new DeadLetters(this, "DeadLetters", { handler, area, impact, monitoring, hasOtherAlarm });
    const { environment, statements } = grantPermissions(permissions, props.resources);
    const handlerFunction = new HandlerFunction(this, "Handler", {
      handler,
      area,
      impact,
      // Failed events go to the dead-letter queue, which an alarm watches unless `hasOtherAlarm` is true.
      failures: "watched elsewhere",
      counts: handlerMetrics(permissions),
      environment,
      statements: [...statements, new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queue.queueArn] })],
      timeout,
      config,
      monitoring,
    });
    // EventBridge calls Lambda asynchronously. So if the handler fails, Lambda retries, not EventBridge.
    handlerFunction.function.configureAsyncInvoke({
      maxEventAge,
      retryAttempts: 2,
      // CDK's own SqsDestination would grant more than the permission to send.
      onFailure: { bind: () => ({ destination: queue.queueArn }) },
    });
    new Rule(this, "Rule", {
      ...props.trigger,
      targets: [new LambdaFunction(handlerFunction.function, { maxEventAge, deadLetterQueue: queue })],
    });
  }
}
