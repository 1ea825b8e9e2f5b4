import { createDefaultBus, type DefaultBus } from "../fakes/eventbridge/default-bus.ts";
import { runAsFunction } from "../fakes/iam/running-function.ts";
import type { Closables } from "./closables.ts";
import { region, sharedAudioBucket } from "./cloud-settings.ts";

/**
 * Creates the bus that receives the events of S3. `startEvents` does not create it, because the storage starts before
 * the bus of Parlance's own events.
 */
export async function startDefaultBus(now: () => Date, started: Closables): Promise<DefaultBus> {
  const { handler } = await import("../lambdas/events/check-shared-audio.ts");
  const check = {
    source: "aws.s3",
    detailTypes: ["Object Created"],
    buckets: [sharedAudioBucket],
    handler: runAsFunction("events/check-shared-audio", handler),
  };
  return started.add(createDefaultBus({ region, rules: [check], now }));
}
