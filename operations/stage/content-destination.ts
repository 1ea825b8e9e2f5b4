import { randomUUID } from "node:crypto";
import { CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import type { Destination } from "../../content/publishing/bucket.ts";
import { readOutputs, type StackLocation } from "./stack.ts";

/** @param by the command that publishes, for the record */
export async function createContentDestination(place: StackLocation, by: string): Promise<Destination> {
  const { ContentBucket, ContentDistribution } = await readOutputs(place);
  const { s3, cloudFront } = place.aws;
  return {
    s3,
    bucket: ContentBucket,
    by,
    invalidate: async (paths) => {
      const Paths = { Quantity: paths.length, Items: [...paths] };
      const InvalidationBatch = { CallerReference: randomUUID(), Paths };
      await cloudFront.send(new CreateInvalidationCommand({ DistributionId: ContentDistribution, InvalidationBatch }));
    },
  };
}
