import { Deliveries, type DeliveryOptions, type EventHandler, envelope, type NewEvent } from "./delivery.ts";

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
  /** Does not wait for the handlers. */
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

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus.html (read on 2026-11-26) */
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
