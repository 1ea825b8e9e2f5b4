import { Duration } from "aws-cdk-lib";
import { EventBus, type RuleProps } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { type DomainEventType, eventSource, learnerEventTypes } from "../domain/event.ts";
import type { StageConfig } from "./config.ts";
import type { Monitoring } from "./monitoring.ts";
import { Reaction } from "./reaction.ts";
import type { Supplies } from "./supply.ts";

export type EventsProps = { config: StageConfig; monitoring: Monitoring; supplies: Supplies };

/**
 * The bus on which handlers tell what happened, and who reacts to it. Nothing is archived: the events hold learners'
 * names and plans, and what they say is in the tables.
 */
export class Events extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { config, monitoring, supplies }: EventsProps) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "What happened in Parlance" });
    const shared = { config, monitoring, supplies: { ...supplies, eventBus: this.bus } };
    new Reaction(this, "push-changes", {
      handler: "realtime/push-changes",
      to: this.#events(learnerEventTypes),
      timeout: Duration.seconds(30),
      // Older news are overtaken: who was not reached reads the facts anew.
      triedFor: Duration.minutes(10),
      ...shared,
    });
    new Reaction(this, "on-subscription-ended", {
      handler: "events/on-subscription-ended",
      to: this.#events(["SubscriptionEnded"]),
      timeout: Duration.minutes(1),
      triedFor: Duration.hours(1),
      ...shared,
    });
  }

  #events(types: readonly DomainEventType[]): Pick<RuleProps, "eventBus" | "eventPattern"> {
    return { eventBus: this.bus, eventPattern: { source: [eventSource], detailType: [...types] } };
  }
}
