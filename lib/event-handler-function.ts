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
  /** The handler's path below lambdas/. */
  handler: EventHandlerName;
  /** To what it reacts. */
  trigger: Pick<RuleProps, "eventBus" | "eventPattern"> | Pick<RuleProps, "schedule">;
  /** How long one reaction may take. */
  timeout: Duration;
  /** For how long it is tried again; then the event is put with the dead letters. */
  maxEventAge: Duration;
  /** Whether another alarm rings if events wait that were tried in vain. */
  hasOtherAlarm?: boolean;
  config: StageConfig;
  monitoring: Monitoring;
  resources: HandlerResources;
};

/** A handler that reacts to events or to the time. What cannot be delivered to it, or fails in it, is not lost. */
export class EventHandlerFunction extends Construct {
  constructor(scope: Construct, id: string, props: EventHandlerFunctionProps) {
    super(scope, id);
    const { handler, timeout, maxEventAge, config, monitoring, hasOtherAlarm } = props;
    const needs: HandlerPermissions = eventHandlerPermissions[handler];
    const { area, impact } = needs;
    const { queue } = new DeadLetters(this, "DeadLetters", { handler, area, impact, monitoring, hasOtherAlarm });
    const { environment, statements } = grantPermissions(needs, props.resources);
    const reaction = new HandlerFunction(this, "Handler", {
      handler,
      area,
      impact,
      // What it was given in vain waits in the queue, which rings for one.
      failures: "watched elsewhere",
      counts: handlerMetrics(needs),
      environment,
      statements: [...statements, new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queue.queueArn] })],
      timeout,
      config,
      monitoring,
    });
    // EventBridge only hands over: of events that it delivered and the handler failed at, Lambda takes care.
    reaction.function.configureAsyncInvoke({
      maxEventAge: maxEventAge,
      retryAttempts: 2,
      // The destination of the library grants more than it takes to send.
      onFailure: { bind: () => ({ destination: queue.queueArn }) },
    });
    new Rule(this, "Rule", {
      ...props.trigger,
      targets: [new LambdaFunction(reaction.function, { maxEventAge: maxEventAge, deadLetterQueue: queue })],
    });
  }
}
