import { Deliveries, type DeliveryOptions, type EventHandler, envelope, type NewEvent } from "./delivery.ts";

/** A rule for events of AWS services. An event matches if the rule names its source, detail type and bucket. */
export type ServiceEventRule = {
  source: string;
  detailTypes: readonly string[];
  /** Values of `detail.bucket.name`. */
  buckets: readonly string[];
  handler: EventHandler;
};

export type DefaultBusOptions = DeliveryOptions & {
  region: string;
  rules: readonly ServiceEventRule[];
  now: () => Date;
};

export type DefaultBus = {
  /** Accepts an event from another fake. Handlers run later. */
  accept: (event: NewEvent) => void;
  idle: () => Promise<void>;
  close: () => Promise<void>;
};

function bucketOf(detail: unknown): string | null {
  if (typeof detail !== "object" || detail === null || !("bucket" in detail)) return null;
  const { bucket } = detail;
  if (typeof bucket !== "object" || bucket === null || !("name" in bucket)) return null;
  return String(bucket.name);
}

/**
 * Creates the default event bus of an account, which receives the events of AWS services. The bus has no endpoint,
 * because only other fakes send events to the bus.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus.html (read on 2026-11-26)
 */
export function createDefaultBus({ region, rules, now, ...options }: DefaultBusOptions): DefaultBus {
  const deliveries = new Deliveries(options);
  return {
    accept: (event) => {
      const enveloped = envelope(event, { now: now(), region });
      const bucket = bucketOf(event.detail);
      const concerned = rules.filter(
        ({ source, detailTypes, buckets }) =>
          source === event.source &&
          detailTypes.includes(event.detailType) &&
          bucket !== null &&
          buckets.includes(bucket),
      );
      for (const { handler } of concerned) void deliveries.deliver(enveloped, handler);
    },
    idle: () => deliveries.idle(),
    close: () => deliveries.close(),
  };
}
