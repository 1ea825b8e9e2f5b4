import type { Duration } from "aws-cdk-lib";
import { Rule, type RuleProps } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { DeadLetters } from "./dead-letters.ts";
import { HandlerFunction } from "./handler-function.ts";
import type { Monitoring } from "./monitoring.ts";
import { countsOf, type Needs } from "./needs.ts";
import { type ReactionName, reactionNeeds } from "./reaction-needs.ts";
import { type Supplies, supply } from "./supply.ts";

export type ReactionProps = {
  /** The handler's path below lambdas/. */
  handler: ReactionName;
  /** To what it reacts. */
  to: Pick<RuleProps, "eventBus" | "eventPattern"> | Pick<RuleProps, "schedule">;
  /** How long one reaction may take. */
  timeout: Duration;
  /** For how long it is tried again; then the event is put with the dead letters. */
  triedFor: Duration;
  /** Whether another alarm rings if events wait that were tried in vain. */
  isWatchedElsewhere?: boolean;
  config: StageConfig;
  monitoring: Monitoring;
  supplies: Supplies;
};

/** A handler that reacts to events or to the time. What cannot be delivered to it, or fails in it, is not lost. */
export class Reaction extends Construct {
  constructor(scope: Construct, id: string, props: ReactionProps) {
    super(scope, id);
    const { handler, timeout, triedFor, config, monitoring, isWatchedElsewhere } = props;
    const needs: Needs = reactionNeeds[handler];
    const { area, impact } = needs;
    const { queue } = new DeadLetters(this, "DeadLetters", { handler, area, impact, monitoring, isWatchedElsewhere });
    const { environment, statements } = supply(needs, props.supplies);
    const reaction = new HandlerFunction(this, "Handler", {
      handler,
      area,
      impact,
      // What it was given in vain waits in the queue, which rings for one.
      failures: "watched elsewhere",
      counts: countsOf(needs),
      environment,
      statements: [...statements, new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queue.queueArn] })],
      timeout,
      config,
      monitoring,
    });
    // EventBridge only hands over: of events that it delivered and the handler failed at, Lambda takes care.
    reaction.function.configureAsyncInvoke({
      maxEventAge: triedFor,
      retryAttempts: 2,
      // The destination of the library grants more than it takes to send.
      onFailure: { bind: () => ({ destination: queue.queueArn }) },
    });
    new Rule(this, "Rule", {
      ...props.to,
      targets: [new LambdaFunction(reaction.function, { maxEventAge: triedFor, deadLetterQueue: queue })],
    });
  }
}
