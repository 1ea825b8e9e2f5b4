import { Duration } from "aws-cdk-lib";
import type { EventBus, RuleProps } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { connectionEventTypes, type DomainEventType } from "../domain/realtime/event.ts";
import { eventSource } from "../domain/realtime/event-source.ts";
import type { StageConfig } from "./config.ts";
import { EventHandlerFunction } from "./event-handler-function.ts";
import type { HandlerResources } from "./grant-permissions.ts";
import type { Monitoring } from "./monitoring.ts";

export type EventsProps = { bus: EventBus; config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

/** The bus has no archive, because events contain learners' names and plans, which the tables store anyway. */
export class Events extends Construct {
  constructor(scope: Construct, id: string, { bus, ...shared }: EventsProps) {
    super(scope, id);
    new EventHandlerFunction(this, "push-changes", {
      handler: "realtime/push-changes",
      trigger: eventRuleFor(bus, connectionEventTypes),
      timeout: Duration.seconds(30),
      maxEventAge: Duration.minutes(10),
      ...shared,
    });
    new EventHandlerFunction(this, "on-subscription-ended", {
      handler: "events/on-subscription-ended",
      trigger: eventRuleFor(bus, ["SubscriptionEnded"]),
      timeout: Duration.minutes(1),
      maxEventAge: Duration.hours(1),
      ...shared,
    });
  }
}

function eventRuleFor(
  eventBus: EventBus,
  types: readonly DomainEventType[],
): Pick<RuleProps, "eventBus" | "eventPattern"> {
  return { eventBus, eventPattern: { source: [eventSource], detailType: [...types] } };
}
