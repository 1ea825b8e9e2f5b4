import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { DomainEvent } from "../../domain/realtime/event.ts";
import { eventSource } from "../../domain/realtime/event-source.ts";
import { describeError, log } from "./log.ts";
import { createAwsClient } from "./time-limits.ts";

export type EventBus = {
  publish: (event: DomainEvent) => Promise<void>;
};

/** The caller must not fail because of the bus. */
export async function publishOrLog(bus: EventBus, event: DomainEvent): Promise<void> {
  try {
    await bus.publish(event);
  } catch (error) {
    log("error", "not published", { event: event.type, ...describeError(error) });
  }
}

export function createEventBus(busName: string): EventBus {
  const client = createAwsClient((settings) => new EventBridgeClient(settings));
  return {
    publish: async (event) => {
      const { FailedEntryCount, Entries } = await client.send(
        new PutEventsCommand({
          Entries: [
            { EventBusName: busName, Source: eventSource, DetailType: event.type, Detail: JSON.stringify(event) },
          ],
        }),
      );
      if (FailedEntryCount) throw new Error(`The event bus refused an event: ${Entries?.[0]?.ErrorCode}`);
    },
  };
}
