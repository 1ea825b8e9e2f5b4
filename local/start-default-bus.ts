import { createDefaultBus, type DefaultBus } from "../fakes/eventbridge/default-bus.ts";
import { runAsFunction } from "../fakes/iam/running-function.ts";
import type { Closables } from "./closables.ts";
import { region, sharedAudioBucket } from "./cloud-settings.ts";

/** The bus receives the events of S3, so it must start before the storage. */
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
